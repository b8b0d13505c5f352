import type { useTRPCClient } from "../../../lib/api/trpc.tsx";

interface Written {
  id: string;
  /** What was changed, in the words of whoever did it; nothing when empty. */
  summary: string;
}

/**
 * Resolves once the server has made a revision of what was written and has noted what it was about. Never rejects:
 * without a connection the server makes the revision by itself, later.
 */
export async function settleText(client: ReturnType<typeof useTRPCClient>, { id, summary }: Written): Promise<void> {
  const settled = await client.page.settle.mutate({ id }).catch(() => undefined);
  if (!settled || settled.revisionNo === 0 || !summary) return;
  await client.page.setSummary.mutate({ id, no: settled.revisionNo, summary }).catch(() => undefined);
}
