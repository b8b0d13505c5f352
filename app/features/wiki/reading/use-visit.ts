import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import type { PageNode } from "../../../../contract/wiki/page-rows.ts";
import { useTRPC } from "../../../lib/api/trpc.tsx";

/** Notes that this person has seen a page as it is now, so that it is no longer new to them; failures are not said. */
export function useVisit(id: string, contentVersion: number): void {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const { mutate } = useMutation(trpc.page.visit.mutationOptions());
  const treeKey = JSON.stringify(trpc.page.tree.queryKey());
  // biome-ignore lint/correctness/useExhaustiveDependencies: each version is seen anew
  useEffect(() => {
    mutate(
      { id },
      {
        onSuccess: () =>
          queryClient.setQueriesData<PageNode[]>({ queryKey: JSON.parse(treeKey) }, (pages) =>
            pages?.map((page) => (page.id === id ? { ...page, isUnread: false } : page)),
          ),
      },
    );
  }, [id, contentVersion, mutate, queryClient, treeKey]);
}
