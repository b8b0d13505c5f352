import { type QueryClient, useQueries, useQueryClient } from "@tanstack/react-query";
import { type MentionKey, mentionName } from "../../../contract/document/mentions.ts";
import type { PageReference } from "../../../contract/wiki/page-rows.ts";
import { useTRPC } from "../../lib/api/trpc.tsx";

/** As many as fit into the address of one request. */
const maxPerRequest = 25;

/**
 * What the mentioned things of a document are called and how they are doing, for this reader, now and whenever it
 * changes; while that is not known, what was known `before`.
 */
export function useReferences(
  keys: readonly MentionKey[],
  before: readonly PageReference[] = [],
): readonly PageReference[] {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const parts = Array.from({ length: Math.ceil(keys.length / maxPerRequest) }, (_, at) =>
    keys.slice(at * maxPerRequest, (at + 1) * maxPerRequest).map(({ kind, id }) => ({ kind, id })),
  );
  return useQueries({
    queries: parts.map((things) => {
      const read = pick(things, before);
      return trpc.mention.read.queryOptions(
        { things },
        read.length === things.length
          ? { initialData: read }
          : { placeholderData: () => pick(things, heard(queryClient, trpc.mention.pathKey())) },
      );
    }),
    combine: allOf,
  });
}

const allOf = (answers: readonly { data?: PageReference[] }[]) => answers.flatMap(({ data }) => data ?? []);

function pick(things: readonly MentionKey[], known: readonly PageReference[]): PageReference[] {
  const names = new Set(things.map(mentionName));
  return known.filter((reference) => names.has(mentionName(reference)));
}

/** What other questions have told already, so that a chip keeps its name when another one is added. */
function heard(queryClient: QueryClient, queryKey: readonly unknown[]): PageReference[] {
  const answers = queryClient.getQueriesData<PageReference[]>({ queryKey });
  const known = new Map(
    answers.flatMap(([, data]) => data ?? []).map((reference) => [mentionName(reference), reference]),
  );
  return [...known.values()];
}
