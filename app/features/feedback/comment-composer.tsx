import { useState } from "react";
import { useMutate } from "../../lib/mutate.ts";
import { useTRPC } from "../../lib/trpc.tsx";
import { Checkbox } from "../../ui/checkbox.tsx";
import { CommentEditor } from "./comment-editor.tsx";

/** The place to say something about an entry. */
export function CommentComposer({ feedbackId, canNote }: { feedbackId: string; canNote: boolean }) {
  const [isInternal, setInternal] = useState(false);
  // A fresh editor for each comment, so that what was sent is gone from the field.
  const [sent, setSent] = useState(0);
  const commenting = useMutate(useTRPC().feedback.comment.mutationOptions(), {
    refreshes: ["feedback"],
    onSuccess: () => {
      setSent((count) => count + 1);
      setInternal(false);
    },
  });
  return (
    <div className="mt-4">
      <CommentEditor
        key={sent}
        label="Kommentar schreiben"
        draftKey={`feedback-comment:${feedbackId}`}
        submitLabel={isInternal ? "Intern notieren" : "Kommentieren"}
        isPending={commenting.isPending}
        onSubmit={(comment) => commenting.mutate({ id: feedbackId, internal: isInternal, ...comment })}
        aside={
          canNote && (
            <Checkbox
              label="Nur Betreuer"
              checked={isInternal}
              onChange={(event) => setInternal(event.target.checked)}
            />
          )
        }
      />
    </div>
  );
}
