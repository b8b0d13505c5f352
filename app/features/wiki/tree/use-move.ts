import { useQueryClient } from "@tanstack/react-query";
import type { PageNode } from "../../../../contract/wiki/page-rows.ts";
import { useMutate } from "../../../lib/mutate.ts";
import { useTRPC } from "../../../lib/trpc.tsx";
import { setOpen } from "./open-nodes.ts";
import { type Place, withPage } from "./places.ts";

/**
 * Moves a page at once on screen; a refused move goes back to where the page was, with the server's sentence. Calls
 * `onSettled` when every level has been read anew.
 */
export function useMove() {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const level = (parentId: string | null) => trpc.page.tree.queryKey({ parentId });
  const undo = new Map<string, () => void>();
  const moving = useMutate(trpc.page.move.mutationOptions(), {
    refreshes: ["page"],
    onRefused: () => {
      for (const back of undo.values()) back();
      void queryClient.invalidateQueries({ queryKey: trpc.page.tree.queryKey() });
      return false;
    },
  });

  return (page: PageNode, place: Place, onSettled?: () => void) => {
    // What is being read knows nothing of the move yet and would undo it on screen.
    void queryClient.cancelQueries({ queryKey: trpc.page.tree.queryKey() });
    const from = queryClient.getQueryData(level(page.parentId));
    const to = queryClient.getQueryData(level(place.parentId));
    undo.set(page.id, () => {
      queryClient.setQueryData(level(page.parentId), from);
      if (to) queryClient.setQueryData(level(place.parentId), to);
    });
    if (page.parentId !== place.parentId)
      queryClient.setQueryData(level(page.parentId), (pages) => pages?.filter(({ id }) => id !== page.id));
    queryClient.setQueryData(level(place.parentId), (pages) => pages && withPage(pages, page, place));
    if (place.parentId) {
      markAsBranch(place.parentId);
      setOpen([place.parentId], true);
    }
    const settle = () => {
      undo.delete(page.id);
      onSettled?.();
    };
    moving.mutate({ id: page.id, ...place }, { onSettled: settle });
  };

  function markAsBranch(id: string): void {
    queryClient.setQueriesData<PageNode[]>({ queryKey: trpc.page.tree.queryKey() }, (pages) =>
      pages?.map((page) => (page.id === id ? { ...page, hasChildren: true } : page)),
    );
  }
}
