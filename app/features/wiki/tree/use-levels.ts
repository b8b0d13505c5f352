import { useQueries, useQueryClient } from "@tanstack/react-query";
import type { PageNode } from "../../../../contract/wiki/page-rows.ts";
import { useTRPC } from "../../../lib/api/trpc.tsx";
import { type Move, withMoves } from "./insertion-points.ts";
import type { TreeLevel } from "./tree-rows.ts";

export interface Levels {
  levelOf: (parentId: string | null) => TreeLevel<PageNode> | undefined;
  retry: (parentId: string | null) => void;
}

/** Reads the pages at the top, and below every opened page that is itself in sight; shows the moves as made. */
export function useLevels(open: ReadonlySet<string>, moves: readonly Move<PageNode>[]): Levels {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const moved = (pages: PageNode[] | undefined, parentId: string | null) => withMoves(pages ?? [], parentId, moves);
  const known = (parentId: string | null) =>
    moved(queryClient.getQueryData(trpc.page.tree.queryKey({ parentId })), parentId);
  const parents: (string | null)[] = [null];
  for (const parentId of parents)
    for (const page of known(parentId)) if (page.hasChildren && open.has(page.id)) parents.push(page.id);
  const levels = useQueries({ queries: parents.map((parentId) => trpc.page.tree.queryOptions({ parentId })) });
  const at = (parentId: string | null) => levels[parents.indexOf(parentId)];
  return {
    levelOf: (parentId) => {
      const level = at(parentId);
      if (!level) return undefined;
      return { pages: moved(level.data, parentId), isWaiting: !level.data, isFailed: level.isError && !level.data };
    },
    retry: (parentId) => void at(parentId)?.refetch(),
  };
}
