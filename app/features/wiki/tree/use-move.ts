import { useState } from "react";
import type { PageNode } from "../../../../contract/wiki/page-rows.ts";
import { useMutate } from "../../../lib/api/mutate.ts";
import { useTRPC } from "../../../lib/api/trpc.tsx";
import type { InsertionPoint, Move } from "./insertion-points.ts";
import { setOpen } from "./open-nodes.ts";

/**
 * Moves pages at once on screen: until the tree has been read with a move in it, `pending` holds it, to be made on top of
 * whatever is read meanwhile. Each names its neighbours as the move before left them. A refused move ends with the
 * server's sentence, and the page is back where it was.
 */
export function useMove() {
  const [pending, setPending] = useState<readonly Move<PageNode>[]>([]);
  const moving = useMutate(useTRPC().page.move.mutationOptions(), { refreshes: ["page"], isInOrder: true });

  /** Resolves when the tree shows what came of it. */
  async function move(page: PageNode, point: InsertionPoint): Promise<void> {
    const step = { page, point };
    setPending((moves) => [...moves, step]);
    if (point.parentId) setOpen([point.parentId], true);
    // A refusal has been told by then.
    await moving.mutateAsync({ id: page.id, ...point }).catch(() => undefined);
    setPending((moves) => moves.filter((each) => each !== step));
  }
  return { pending, move };
}
