import { useQuery } from "@tanstack/react-query";
import { MoveHorizontal } from "lucide-react";
import { useState } from "react";
import { fileUrl } from "../../../contract/files/files.ts";
import type { KeptPicture } from "../../../contract/previews/previews.ts";
import type { RecordRow } from "../../../contract/records/rows.ts";
import { QueryPanel } from "../../lib/api/query-panel.tsx";
import { useTRPC } from "../../lib/api/trpc.tsx";
import type { ModalControls } from "../../lib/dialogs/modals.ts";
import { formatDateTime } from "../../lib/format.ts";
import { Field } from "../../ui/form/field.tsx";
import { Select } from "../../ui/form/select.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Dialog } from "../../ui/overlays/dialog.tsx";

/** Two pictures of a website over each other, with an edge between them that is moved by mouse, finger or arrow keys. */
export function CompareDialog({ record, open, onOpenChange }: ModalControls<true> & { record: RecordRow }) {
  const kept = useQuery(useTRPC().preview.kept.queryOptions({ id: record.id }));
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={`Vorschaubilder von ${record.title}`} width={920}>
      <div className="mt-4">
        <QueryPanel query={kept} rows={6}>
          {(pictures) => <Comparison pictures={pictures} />}
        </QueryPanel>
      </div>
    </Dialog>
  );
}

/** How different it is from the one before is told where it is at all. */
function nameOf({ takenAt, distance }: KeptPicture): string {
  const percent = Math.round((distance ?? 0) * 100);
  return `${formatDateTime(takenAt)}${percent > 0 ? ` (${percent} % anders)` : ""}`;
}

function Comparison({ pictures }: { pictures: readonly KeptPicture[] }) {
  const [newerId, setNewerId] = useState(pictures[0]?.id);
  const [olderId, setOlderId] = useState(pictures[1]?.id ?? pictures[0]?.id);
  const [position, setPosition] = useState(50);
  const newer = pictures.find(({ id }) => id === newerId);
  const older = pictures.find(({ id }) => id === olderId);
  if (!newer || !older) return <p className="text-text-2">Es gibt noch keine früheren Bilder.</p>;
  const choices = pictures.map((picture) => (
    <option key={picture.id} value={picture.id}>
      {nameOf(picture)}
    </option>
  ));
  return (
    <>
      <div className="grid gap-x-6 gap-y-3 sm:grid-cols-2">
        <Field label="Links">
          <Select value={older.id} onChange={({ target }) => setOlderId(target.value)}>
            {choices}
          </Select>
        </Field>
        <Field label="Rechts">
          <Select value={newer.id} onChange={({ target }) => setNewerId(target.value)}>
            {choices}
          </Select>
        </Field>
      </div>
      <div className="relative mt-4 aspect-[16/10] overflow-hidden rounded-10 bg-sunken shadow-[0_0_0_1px_var(--line)] focus-within:outline focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-focus">
        <img
          src={fileUrl(newer.desktopKey, { width: 1200 })}
          alt={`Vom ${formatDateTime(newer.takenAt)}`}
          className="absolute inset-0 size-full object-cover object-top"
        />
        <img
          src={fileUrl(older.desktopKey, { width: 1200 })}
          alt={`Vom ${formatDateTime(older.takenAt)}`}
          className="absolute inset-0 size-full object-cover object-top"
          style={{ clipPath: `inset(0 ${100 - position}% 0 0)` }}
        />
        <span
          aria-hidden
          className="absolute inset-y-0 w-0.5 -translate-x-1/2 bg-raised shadow-[0_0_0_1px_var(--line)]"
          style={{ left: `${position}%` }}
        >
          <span className="absolute left-1/2 top-1/2 grid size-8 -translate-x-1/2 -translate-y-1/2 place-items-center rounded-full bg-raised text-text-2 shadow-[0_0_0_1px_var(--line-strong)]">
            <Icon of={MoveHorizontal} size={16} />
          </span>
        </span>
        <input
          type="range"
          min={0}
          max={100}
          value={position}
          onChange={({ target }) => setPosition(Number(target.value))}
          aria-label="Grenze zwischen den beiden Bildern"
          aria-valuetext={`${position} % vom linken, ${100 - position} % vom rechten Bild`}
          className="absolute inset-0 size-full cursor-ew-resize touch-pan-y opacity-0"
        />
      </div>
    </>
  );
}
