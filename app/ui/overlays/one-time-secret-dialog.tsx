import { type ReactNode, useState } from "react";
import { Dialog } from "./dialog.tsx";

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
