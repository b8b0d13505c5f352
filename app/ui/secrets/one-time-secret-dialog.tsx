import { type ReactNode, useState } from "react";
import { Button } from "../button.tsx";
import { Dialog } from "../overlays/dialog.tsx";
import { DialogFooter } from "../overlays/dialog-footer.tsx";

interface OneTimeSecretDialogProps<Made> {
  /** The button that opens it. */
  trigger: ReactNode;
  title: string;
  description?: string;
  /** What is asked first, until `done` is given what came of it. */
  ask: (done: (made: Made) => void, close: () => void) => ReactNode;
  madeTitle: string;
  /** What came of it, which is shown this once. */
  show: (made: Made, close: () => void) => ReactNode;
}

/** A dialog that asks and then shows what cannot be had again, which a click beside it must not lose. */
export function OneTimeSecretDialog<Made extends { name: string }>(props: OneTimeSecretDialogProps<Made>) {
  const { trigger, title, description, ask, madeTitle, show } = props;
  const [open, setOpen] = useState(false);
  const [made, setMade] = useState<Made>();
  const close = () => {
    setOpen(false);
    setMade(undefined);
  };
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => (next ? setOpen(true) : close())}
      onInteractOutside={(event) => made && event.preventDefault()}
      trigger={trigger}
      title={made ? madeTitle : title}
      description={made ? `„${made.name}“` : description}
    >
      {made ? show(made, close) : ask(setMade, close)}
    </Dialog>
  );
}

interface RenewSecretDialogProps<Made> {
  /** What the button says. */
  label: string;
  /** What has the URL. */
  name: string;
  description: string;
  isPending: boolean;
  onRenew: (done: (made: Made) => void) => void;
  show: OneTimeSecretDialogProps<Made>["show"];
}

/** The button that gives something another URL: first what that means, then the URL, once. */
export function RenewSecretDialog<Made extends { name: string }>(props: RenewSecretDialogProps<Made>) {
  const { label, name, description, isPending, onRenew, show } = props;
  const title = `Adresse von „${name}“ neu erzeugen`;
  return (
    <OneTimeSecretDialog<Made>
      trigger={
        <Button size="sm" aria-label={title}>
          {label}
        </Button>
      }
      title={`${title}?`}
      description={description}
      ask={(done, close) => (
        <DialogFooter onCancel={close} className="mt-[22px]">
          <Button variant="primary" loading={isPending} loadingLabel="Erzeugt …" onClick={() => onRenew(done)}>
            Neu erzeugen
          </Button>
        </DialogFooter>
      )}
      madeTitle="Neue Adresse"
      show={show}
    />
  );
}
