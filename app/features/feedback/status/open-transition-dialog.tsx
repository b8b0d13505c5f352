import { type FeedbackStatus, feedbackStatuses } from "../../../../contract/feedback/statuses.ts";
import { openModal } from "../../../lib/dialogs/modals.ts";
import { lazyPart } from "../../../lib/lazy-part.tsx";
import { Dialog } from "../../../ui/overlays/dialog.tsx";
import { Skeleton } from "../../../ui/placeholders/skeleton.tsx";
import { requiredInput } from "./transition.ts";

// The controls come with the first dialog: boards and pages open without them.
const TransitionForm = lazyPart(
  async () => (await import("./transition-form.tsx")).TransitionForm,
  <Skeleton className="mt-4 h-28 w-full" />,
);

/** The entries that take a step together, as the dialog names them. */
export interface TransitionSubject {
  ids: readonly string[];
  /** „F-12 Eigene Bilder in den Kacheln“, or „3 Einträge“. */
  title: string;
  /** Of a single one: it is refused when somebody was faster. */
  version?: number | undefined;
  from?: FeedbackStatus | undefined;
  /** What has been answered already, where only that is to be changed. */
  current?: { answer: string; releasedIn: string };
}

const titles: Partial<Record<FeedbackStatus, string>> = {
  done: "Als erledigt melden",
  rejected: "Ablehnen",
  duplicate: "Als Duplikat schließen",
  query: "Beim Autor nachfragen",
};

/** Asks for the words that a step needs and takes it; resolves with true once it is taken. */
export function openTransitionDialog(subject: TransitionSubject, to: FeedbackStatus): Promise<true | undefined> {
  const required = requiredInput(subject.from ?? "new", to) ?? "reason";
  const title = subject.current ? "Antwort ändern" : (titles[to] ?? `Wieder öffnen als „${feedbackStatuses[to]}“`);
  return openModal<true>(({ open, onOpenChange, close }) => (
    <Dialog open={open} onOpenChange={onOpenChange} title={title} description={subject.title} width={560}>
      <TransitionForm
        subject={subject}
        to={to}
        required={required}
        onDone={() => close(true)}
        onCancel={() => onOpenChange(false)}
      />
    </Dialog>
  ));
}
