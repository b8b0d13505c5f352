import { openModal } from "../../lib/dialogs/modals.ts";
import { lazyPart } from "../../lib/lazy-part.tsx";
import { Dialog } from "../../ui/overlays/dialog.tsx";
import { Skeleton } from "../../ui/placeholders/skeleton.tsx";

// The controls come with the first dialog: lists and pages open without them.
const CheckOutForm = lazyPart(async () => (await import("./check-out-form.tsx")).CheckOutForm, <DialogSkeleton />);
const CheckInForm = lazyPart(async () => (await import("./check-in-form.tsx")).CheckInForm, <DialogSkeleton />);

export interface MovedDevices {
  ids: readonly string[];
  /** The name of one, or „3 Geräte“. */
  title: string;
}

/** Asks to whom devices go; resolves with true when they are handed out. */
export function openCheckOut(devices: MovedDevices): Promise<true | undefined> {
  return openModal<true>(({ open, onOpenChange, close }) => (
    <Dialog open={open} onOpenChange={onOpenChange} title="Ausgeben" description={devices.title}>
      <CheckOutForm devices={devices} onDone={() => close(true)} onCancel={() => onOpenChange(false)} />
    </Dialog>
  ));
}

/** Asks in what state devices come back; resolves with true when they are. */
export function openCheckIn(devices: MovedDevices): Promise<true | undefined> {
  return openModal<true>(({ open, onOpenChange, close }) => (
    <Dialog open={open} onOpenChange={onOpenChange} title="Zurücknehmen" description={devices.title}>
      <CheckInForm devices={devices} onDone={() => close(true)} onCancel={() => onOpenChange(false)} />
    </Dialog>
  ));
}

function DialogSkeleton() {
  return (
    <div className="mt-4 grid gap-3">
      <Skeleton className="h-9 w-full" />
      <Skeleton className="h-9 w-full" />
      <Skeleton className="h-9 w-full" />
    </div>
  );
}
