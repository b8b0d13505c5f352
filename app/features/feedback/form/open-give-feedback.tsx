import { openModal } from "../../../lib/dialogs/modals.ts";
import { lazyPart } from "../../../lib/lazy-part.tsx";
import { Dialog } from "../../../ui/overlays/dialog.tsx";
import { Skeleton } from "../../../ui/placeholders/skeleton.tsx";
import type { FeedbackValues } from "./feedback-form.tsx";

// The form and its schema come with the first opening: every page has the way to it.
const FeedbackForm = lazyPart(
  async () => (await import("./feedback-form.tsx")).FeedbackForm,
  <Skeleton className="h-72 w-full" />,
);

/**
 * Opens the form over the page on which the person is, which becomes its context; `start` fills fields in advance, as
 * when a chat becomes feedback. Resolves with the new entry, or with nothing when it is dismissed.
 */
export function openGiveFeedback(start?: Partial<FeedbackValues>): Promise<{ id: string; number: string } | undefined> {
  const { pathname, search } = window.location;
  return openModal(({ open, onOpenChange, close }) => (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Feedback geben"
      width={560}
      // What was typed is kept, but a slip beside the form should not even seem to cost it.
      onInteractOutside={(event) => event.preventDefault()}
      // The dialog hears of the key before the form does: an open list of similar entries goes first.
      onEscapeKeyDown={(event) => {
        if (event.target instanceof Element && event.target.closest("[data-keeps-escape]")) event.preventDefault();
      }}
    >
      <div className="mt-4">
        <FeedbackForm
          from={`${pathname}${search}`}
          {...(start && { start })}
          onDone={close}
          onCancel={() => onOpenChange(false)}
        />
      </div>
    </Dialog>
  ));
}
