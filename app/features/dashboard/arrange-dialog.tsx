import { useState } from "react";
import type { BlockArrangement, DashboardLayout } from "../../../contract/dashboard/blocks.ts";
import { useMutate } from "../../lib/api/mutate.ts";
import { useTRPC } from "../../lib/api/trpc.tsx";
import { FormDialog } from "../../lib/dialogs/form-dialog.tsx";
import type { ModalControls } from "../../lib/dialogs/modals.ts";
import { useSession } from "../../lib/people/session.tsx";
import { Button } from "../../ui/button.tsx";
import { BlockOrder } from "./block-order.tsx";

/** „Dashboard anordnen“: for the person alone, on every device of theirs. */
export function ArrangeDialog({ layout, close, ...controls }: ModalControls<true> & { layout: DashboardLayout }) {
  const { update } = useSession();
  const [blocks, setBlocks] = useState<BlockArrangement>({ order: layout.order, hidden: layout.hidden });
  const saving = useMutate(useTRPC().user.updatePreferences.mutationOptions(), {
    refreshes: ["dashboard"],
    success: "Gespeichert.",
    onSuccess: async () => {
      await update();
      close(true);
    },
  });
  return (
    <FormDialog
      {...controls}
      title="Dashboard anordnen"
      description="Ziehen, mit den Pfeilen oder mit Alt und ↑ oder ↓. Das gilt für dich, auf allen Geräten."
      submitLabel="Speichern"
      busyLabel="Speichert …"
      isBusy={saving.isPending}
      onSubmit={() => saving.mutate({ dashboard: blocks })}
    >
      <BlockOrder value={blocks} onChange={setBlocks} />
      {layout.isOwn && (
        <Button
          size="sm"
          variant="ghost"
          className="-ml-2.5 justify-self-start"
          onClick={() => saving.mutate({ dashboard: null })}
        >
          Zurück zur Anordnung des Teams
        </Button>
      )}
    </FormDialog>
  );
}
