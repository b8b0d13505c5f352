import type { useTRPCClient } from "../../../lib/trpc.tsx";

const pauseMs = 700;
const mostTries = 15;

interface Written {
  id: string;
  /** The version of the text before it was changed. */
  since: number;
  /** What was changed, in the words of whoever did it; nothing when empty. */
  summary: string;
}

/**
 * Resolves once the server has made a revision of what was written, which it does a moment after the last word, and
 * says there what it was about. Never rejects; gives up after a while.
 */
export async function awaitRevision(
  client: ReturnType<typeof useTRPCClient>,
  { id, since, summary }: Written,
): Promise<void> {
  for (let tries = 0; tries < mostTries; tries += 1) {
    const page = await client.page.read.query({ id }).catch(() => undefined);
    if (page && page.contentVersion > since && page.revisionNo > 0) {
      if (summary) await client.page.setSummary.mutate({ id, no: page.revisionNo, summary }).catch(() => undefined);
      return;
    }
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}
