import type { BulkResult } from "../../../../contract/records/bulk.ts";
import { openModal } from "../../../lib/dialogs/modals.ts";
import { showToast, undoable } from "../../../lib/dialogs/toasts.ts";
import { formatNumber } from "../../../lib/format.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog, DialogClose } from "../../../ui/overlays/dialog.tsx";

interface Told {
  undo?: (() => void) | undefined;
  /** What the dialog says of those that failed. */
  failure?: string;
}

/**
 * Says how many records a bulk command reached; where some failed, the toast leads to the reason of each, and there the
 * others can be taken back: a toast has one button.
 */
export function tellBulkResult(result: BulkResult, done: string, told: Told = {}): void {
  const { undo } = told;
  const { ok, failedCount } = result;
  if (failedCount === 0) {
    showToast({ tone: "success", title: `${formatNumber(ok)} ${done}`, ...(undo && undoable(undo)) });
    return;
  }
  showToast({
    tone: "error",
    title: `${formatNumber(ok)} ${done}, ${formatNumber(failedCount)} fehlgeschlagen`,
    autoCloseMs: false,
    action: { label: "Details", perform: () => showFailures(result, told) },
  });
}

function showFailures(
  { ok, failed, failedCount }: BulkResult,
  { undo, failure = "An diesen Einträgen wurde nichts geändert." }: Told,
): void {
  void openModal<never>(({ open, onOpenChange }) => (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      width={560}
      title={`${formatNumber(failedCount)} fehlgeschlagen`}
      description={failure}
      footer={
        <>
          {undo && ok > 0 && (
            <DialogClose asChild>
              <Button onClick={undo}>Übrige zurücknehmen</Button>
            </DialogClose>
          )}
          <DialogClose asChild>
            <Button>Schließen</Button>
          </DialogClose>
        </>
      }
    >
      <ul className="mt-4 max-h-[50dvh] overflow-y-auto border-t">
        {failed.map(({ id, title, message }) => (
          <li key={id} className="border-b py-2 text-ui">
            <span className="block font-550 [overflow-wrap:anywhere]">{title || "Gelöschter Eintrag"}</span>
            <span className="block text-bad-text">{message}</span>
          </li>
        ))}
      </ul>
      {failed.length < failedCount && (
        <p className="mt-2 text-ui text-text-2">und {formatNumber(failedCount - failed.length)} weitere</p>
      )}
    </Dialog>
  ));
}
