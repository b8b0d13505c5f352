import type { useTRPCClient } from "../../../lib/trpc.tsx";

const pauseMs = 1000;
const mostTries = 20;

interface Summary {
  id: string;
  summary: string;
  /** The version of the text before it was changed. */
  since: number;
}

/**
 * Says what was changed beside the revision that it made. The server makes that a moment after the last word; a text
 * that stayed as it was has none.
 */
export async function keepSummary(
  client: ReturnType<typeof useTRPCClient>,
  { id, summary, since }: Summary,
): Promise<void> {
  for (let tries = 0; tries < mostTries; tries += 1) {
    const page = await client.page.read.query({ id }).catch(() => undefined);
    if (page && page.contentVersion > since && page.revisionNo > 0) {
      await client.page.setSummary.mutate({ id, no: page.revisionNo, summary }).catch(() => undefined);
      return;
    }
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}
