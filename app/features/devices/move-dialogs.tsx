import { quoted } from "../../../contract/values/quoted.ts";
import { openModal } from "../../lib/dialogs/modals.ts";
import { lazyPart } from "../../lib/lazy-part.tsx";
import { Dialog } from "../../ui/overlays/dialog.tsx";
import { FormSkeleton } from "../../ui/placeholders/skeleton.tsx";

// The controls come with the first dialog: lists and pages open without them.
const CheckOutForm = lazyPart(
  async () => (await import("./check-out-form.tsx")).CheckOutForm,
  <FormSkeleton fields={3} />,
);
const CheckInForm = lazyPart(
  async () => (await import("./check-in-form.tsx")).CheckInForm,
  <FormSkeleton fields={3} />,
);

export interface MovedDevices {
  ids: readonly string[];
  /** As far as they are known. */
  titles: readonly string[];
}

const list = new Intl.ListFormat("de");

/** „ThinkPad X1“, or „ThinkPad X1“, „iPad“ und 3 weitere; only how many where no title is known. */
export function namesOf({ ids, titles }: MovedDevices): string {
  const shown = titles.slice(0, titles.length === ids.length && ids.length <= 3 ? 3 : 2).map((title) => quoted(title));
  const further = ids.length - shown.length;
  if (shown.length === 0) return ids.length === 1 ? "1 Gerät" : `${ids.length} Geräte`;
  return list.format(further > 0 ? [...shown, `${further} ${further === 1 ? "weiteres" : "weitere"}`] : shown);
}

/** Asks to whom devices are checked out; resolves with true once they are. */
export function openCheckOut(devices: MovedDevices): Promise<true | undefined> {
  return openModal<true>(({ open, onOpenChange, close }) => (
    <Dialog open={open} onOpenChange={onOpenChange} title="Ausgeben" description={namesOf(devices)}>
      <CheckOutForm devices={devices} onDone={() => close(true)} onCancel={() => onOpenChange(false)} />
    </Dialog>
  ));
}

/** Asks in what state devices come back; resolves with true when they are. */
export function openCheckIn(devices: MovedDevices): Promise<true | undefined> {
  return openModal<true>(({ open, onOpenChange, close }) => (
    <Dialog open={open} onOpenChange={onOpenChange} title="Zurücknehmen" description={namesOf(devices)}>
      <CheckInForm devices={devices} onDone={() => close(true)} onCancel={() => onOpenChange(false)} />
    </Dialog>
  ));
}
