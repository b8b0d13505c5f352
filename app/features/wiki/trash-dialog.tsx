import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { quoted } from "../../../contract/values/quoted.ts";
import { useMutate } from "../../lib/api/mutate.ts";
import { problemOf, useTRPC } from "../../lib/api/trpc.tsx";
import type { ModalControls } from "../../lib/dialogs/modals.ts";
import { Checkbox } from "../../ui/form/checkbox.tsx";
import { ConfirmDialog } from "../../ui/overlays/confirm-dialog.tsx";
import { Skeleton } from "../../ui/placeholders/skeleton.tsx";
import type { ActedPage } from "./use-page-actions.ts";

/** Asks before a page goes into the trash, and what becomes of the pages below it. */
export function TrashDialog({ page, open, onOpenChange, close }: { page: ActedPage } & ModalControls<true>) {
  const trpc = useTRPC();
  const [withChildren, setWithChildren] = useState(true);
  const [errors, setErrors] = useState<string[]>([]);
  const facts = useQuery(trpc.page.trashInfo.queryOptions({ id: page.id }));
  const trash = useMutate(trpc.page.trash.mutationOptions(), {
    refreshes: ["page", "change", "relation"],
    onSuccess: () => close(true),
    onRefused: (error) => {
      const message = problemOf(error)?.message;
      if (message) setErrors([message]);
      return message !== undefined;
    },
  });
  const { backlinks = 0, children = 0 } = facts.data ?? {};
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title={`${quoted(page.title)} in den Papierkorb?`}
      description={
        backlinks > 0
          ? `${backlinks === 1 ? "Ein Verweis zeigt" : `${backlinks} Verweise zeigen`} auf diese Seite. Trotzdem in den Papierkorb?`
          : "Aus dem Papierkorb lässt sie sich jederzeit wiederherstellen."
      }
      details={
        facts.isPending ? (
          <Skeleton className="mt-3.5 h-5 w-56" />
        ) : (
          children > 0 && (
            <Checkbox
              className="mt-3.5"
              checked={withChildren}
              onChange={(event) => setWithChildren(event.target.checked)}
              label={children === 1 ? "Auch die Seite darunter" : `Auch die ${children} Seiten darunter`}
            />
          )
        )
      }
      confirmLabel="In den Papierkorb"
      pending={trash.isPending}
      pendingLabel="Verschiebt …"
      errors={errors}
      onConfirm={() => trash.mutate({ id: page.id, withChildren })}
    />
  );
}
