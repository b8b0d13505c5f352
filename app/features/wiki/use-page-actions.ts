import { useLocation, useNavigate } from "@remix-run/react";
import { useQueryClient } from "@tanstack/react-query";
import { quoted } from "../../../contract/values/quoted.ts";
import { useMutate } from "../../lib/api/mutate.ts";
import { useTRPC } from "../../lib/api/trpc.tsx";
import { showToast } from "../../lib/dialogs/toasts.ts";
import { useCreationId } from "../../lib/form/use-creation-id.ts";
import { openPagePicker, openPageRename, openTrashDialog } from "./page-dialogs.tsx";
import { pageIdOf, pagePath } from "./page-path.ts";
import { setOpen } from "./tree/open-nodes.ts";
import { useNewPage } from "./use-new-page.ts";

/** A page as far as its actions need it. */
export interface ActedPage {
  id: string;
  title: string;
  parentId: string | null;
}

/** What can be done with a page from the tree and from its own menu. */
export function usePageActions() {
  const trpc = useTRPC();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const { pathname } = useLocation();
  const { create } = useNewPage();
  const refreshes = ["page", "change", "relation"] as const;
  const moving = useMutate(trpc.page.move.mutationOptions(), { refreshes, success: "Seite verschoben." });
  const creationId = useCreationId();
  const copying = useMutate(trpc.page.duplicate.mutationOptions(), {
    refreshes,
    success: "Seite dupliziert.",
    onSuccess: (copy) => {
      creationId.forget();
      navigate(pagePath(copy));
    },
  });
  const restoring = useMutate(trpc.page.restore.mutationOptions(), { refreshes, success: "Wiederhergestellt." });

  return {
    addBelow: ({ id }: ActedPage) => create({ parentId: id }),
    rename: (page: ActedPage) => void openPageRename(page),
    move: async (page: ActedPage) => {
      const parent = await openPagePicker({
        title: `${quoted(page.title)} verschieben`,
        confirmLabel: "Verschieben",
        without: page.id,
        current: page.parentId,
      });
      if (parent === undefined || parent.id === page.parentId) return;
      await moving.mutateAsync({ id: page.id, parentId: parent.id }).catch(() => undefined);
      if (parent.id) setOpen([parent.id], true);
    },
    duplicate: ({ id }: ActedPage) => copying.mutate({ id, creationId: creationId.idFor(id) }),
    trash: async (page: ActedPage) => {
      const isTrashed = await openTrashDialog(page);
      if (!isTrashed) return;
      const isOpenHere = pageIdOf(pathname.split("/")[2]) === page.id;
      showToast({
        tone: "success",
        title: `${quoted(page.title)} liegt im Papierkorb.`,
        action: { label: "Rückgängig", perform: () => restoring.mutate({ id: page.id }) },
      });
      if (isOpenHere) void queryClient.invalidateQueries({ queryKey: trpc.page.read.queryKey({ id: page.id }) });
    },
    restore: ({ id }: { id: string }) => restoring.mutate({ id }),
    isRestoring: restoring.isPending,
  };
}

/** Puts a page's URL on the clipboard, or shows it where there is none. */
export async function copyPageLink(page: { id: string; title: string }): Promise<void> {
  const url = new URL(pagePath(page), window.location.origin).href;
  try {
    await navigator.clipboard.writeText(url);
    showToast({ tone: "success", title: "Link kopiert." });
  } catch {
    showToast({ tone: "info", title: "Link", message: url, autoCloseMs: false });
  }
}
