import { Check, ListPlus } from "lucide-react";
import { useState } from "react";
import type { RecordKey } from "../../../contract/records/record-types.ts";
import { maxTaskTitleLength } from "../../../contract/tasks/tasks.ts";
import type { ModalControls } from "../../lib/dialogs/modals.ts";
import { Button } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Dialog, DialogClose } from "../../ui/overlays/dialog.tsx";
import { openNewTask, type PagePoint } from "./open-task-dialogs.tsx";

interface PointsDialogProps extends ModalControls<true> {
  target: RecordKey & { title: string };
  points: readonly PagePoint[];
}

/** The check boxes of a page that are not ticked, each of which can become a task. */
export function PointsDialog({ target, points, open, onOpenChange }: PointsDialogProps) {
  const [made, setMade] = useState<readonly number[]>([]);
  const make = async (index: number, { title, box }: PagePoint) => {
    const task = await openNewTask({ target, title: title.slice(0, maxTaskTitleLength), source: "page", box });
    if (task) setMade((now) => [...now, index]);
  };
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Aufgaben aus Häkchen"
      description={`Offene Häkchen in „${target.title}“`}
      width={560}
      footer={
        <DialogClose asChild>
          <Button>Schließen</Button>
        </DialogClose>
      }
    >
      <ul className="mt-4">
        {points.map((point, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two points may say the same, and their order stays
          <li key={index} className="flex min-h-12 flex-wrap items-center gap-x-3 gap-y-1 border-b py-1.5">
            <span className="min-w-0 flex-1 basis-52 [overflow-wrap:anywhere]">{point.title}</span>
            {made.includes(index) ? (
              <span role="status" className="inline-flex items-center gap-1.5 text-ui text-text-2">
                <Icon of={Check} size={14} /> Angelegt
              </span>
            ) : (
              <Button
                size="sm"
                icon={ListPlus}
                aria-label={`Aufgabe anlegen: ${point.title}`}
                onClick={() => void make(index, point)}
              >
                Aufgabe anlegen
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
