import { type FeedbackStatus, feedbackStatuses } from "../../../contract/feedback/feedback.ts";
import { openModal } from "../../lib/dialogs/modals.ts";
import { lazyPart } from "../../lib/lazy-part.tsx";
import { Dialog } from "../../ui/overlays/dialog.tsx";
import { Bone } from "../../ui/placeholders/skeleton.tsx";
import { askedFor } from "./step.ts";

// The controls come with the first dialog: boards and pages open without them.
const StepForm = lazyPart(
  async () => (await import("./step-form.tsx")).StepForm,
  <Bone className="mt-4 h-28 w-full" />,
);

/** The entries that take a step together, as the dialog names them. */
export interface Stepping {
  ids: readonly string[];
  /** „F-12 Vorschau in Tablet-Breite“, or „3 Einträge“. */
  title: string;
  /** Of a single one: it is refused when somebody was faster. */
  version?: number | undefined;
  from?: FeedbackStatus | undefined;
  /** What has been answered already, where only that is to be changed. */
  said?: { answer: string; releasedIn: string };
}

const titles: Partial<Record<FeedbackStatus, string>> = {
  done: "Als erledigt melden",
  rejected: "Ablehnen",
  duplicate: "Als Duplikat schließen",
  query: "Beim Autor nachfragen",
};

/** Asks for the words that a step needs and takes it; resolves with true once it is taken. */
export function openStepDialog(stepping: Stepping, to: FeedbackStatus): Promise<true | undefined> {
  const asked = askedFor(stepping.from ?? "new", to) ?? "reason";
  const title = stepping.said ? "Antwort ändern" : (titles[to] ?? `Wieder öffnen als „${feedbackStatuses[to]}“`);
  return openModal<true>(({ open, onOpenChange, close }) => (
    <Dialog open={open} onOpenChange={onOpenChange} title={title} description={stepping.title} width={560}>
      <StepForm
        stepping={stepping}
        to={to}
        asked={asked}
        onDone={() => close(true)}
        onCancel={() => onOpenChange(false)}
      />
    </Dialog>
  ));
}
