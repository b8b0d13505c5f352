import { useQueries, useQueryClient } from "@tanstack/react-query";
import type { PageNode } from "../../../../contract/wiki/page-rows.ts";
import { useTRPC } from "../../../lib/trpc.tsx";
import type { TreeLevel } from "./tree-rows.ts";

export interface Levels {
  levelOf: (parentId: string | null) => TreeLevel<PageNode> | undefined;
  retry: (parentId: string | null) => void;
}

/** Reads the pages at the top, and below every opened page that is itself in sight. */
export function useLevels(open: ReadonlySet<string>): Levels {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const known = (parentId: string | null) => queryClient.getQueryData(trpc.page.tree.queryKey({ parentId }));
  const parents: (string | null)[] = [null];
  for (const parentId of parents)
    for (const page of known(parentId) ?? []) if (page.hasChildren && open.has(page.id)) parents.push(page.id);
  const levels = useQueries({ queries: parents.map((parentId) => trpc.page.tree.queryOptions({ parentId })) });
  const at = (parentId: string | null) => levels[parents.indexOf(parentId)];
  return {
    levelOf: (parentId) => {
      const level = at(parentId);
      return level && { pages: level.data, isFailed: level.isError && !level.data };
    },
    retry: (parentId) => void at(parentId)?.refetch(),
  };
}
