import { useQuery } from "@tanstack/react-query";
import { MoveHorizontal } from "lucide-react";
import { type CSSProperties, useState } from "react";
import { fileUrl } from "../../../contract/files/file-url.ts";
import { type KeptPicture, strongChange } from "../../../contract/previews/previews.ts";
import type { RecordRow } from "../../../contract/records/rows.ts";
import { QueryPanel } from "../../lib/api/query-panel.tsx";
import { useTRPC } from "../../lib/api/trpc.tsx";
import type { ModalControls } from "../../lib/dialogs/modals.ts";
import { formatDateTime } from "../../lib/format.ts";
import { cx } from "../../ui/cx.ts";
import { Field } from "../../ui/form/field.tsx";
import { Segment } from "../../ui/form/segment.tsx";
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

/** What the newest picture is compared with at first: the last look before a strong change, else the one before it. */
function beforeChange(pictures: readonly KeptPicture[]): KeptPicture | undefined {
  const changed = pictures.findIndex(({ distance }) => (distance ?? 0) > strongChange);
  return pictures[Math.max(changed, 0) + 1] ?? pictures[0];
}

const devices = [
  { value: "desktop", label: "Desktop" },
  { value: "mobile", label: "Telefon" },
] as const;
type Device = (typeof devices)[number]["value"];

/** The whole of what each device shows, and no more of the window than there is. */
const frames: Record<Device, string> = {
  desktop: "aspect-[16/10] w-full",
  mobile: "mx-auto aspect-[390/844] h-[min(600px,58vh)]",
};

const shotOf = ({ desktopKey, mobileKey }: KeptPicture, device: Device) =>
  device === "desktop" ? fileUrl(desktopKey, { width: 1200 }) : mobileKey && fileUrl(mobileKey, { width: 640 });

function Comparison({ pictures }: { pictures: readonly KeptPicture[] }) {
  const [newerId, setNewerId] = useState(pictures[0]?.id);
  const [olderId, setOlderId] = useState(beforeChange(pictures)?.id);
  const [position, setPosition] = useState(50);
  const [device, setDevice] = useState<Device>("desktop");
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
      {pictures.some(({ mobileKey }) => mobileKey) && (
        <Segment label="Gerät" options={devices} value={device} onChange={setDevice} className="mt-3" />
      )}
      <div
        className={cx(
          "relative mt-4 overflow-hidden rounded-10 bg-sunken shadow-[0_0_0_1px_var(--line)] focus-within:outline focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-focus",
          frames[device],
        )}
      >
        <Shot picture={newer} device={device} side="right" />
        <Shot picture={older} device={device} side="left" style={{ clipPath: `inset(0 ${100 - position}% 0 0)` }} />
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

interface ShotProps {
  picture: KeptPicture;
  device: Device;
  side: "left" | "right";
  style?: CSSProperties;
}

function Shot({ picture, device, side, style }: ShotProps) {
  const src = shotOf(picture, device);
  const taken = formatDateTime(picture.takenAt);
  const place = "absolute inset-0 size-full";
  if (src) return <img src={src} alt={`Vom ${taken}`} style={style} className={cx(place, "object-cover object-top")} />;
  return (
    <span
      style={style}
      className={cx(
        place,
        "grid items-center bg-sunken px-3 text-note text-text-2",
        side === "left" ? "justify-start pr-[55%]" : "justify-end pl-[55%]",
      )}
    >
      Kein Bild eines Telefons vom {taken}.
    </span>
  );
}
