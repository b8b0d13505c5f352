import { useState } from "react";
import { useMutate } from "../../lib/api/mutate.ts";
import { useTRPC } from "../../lib/api/trpc.tsx";
import { Checkbox } from "../../ui/form/checkbox.tsx";
import { CommentEditor } from "./comment-editor.tsx";

/** The place to say something about an entry. */
export function CommentComposer({ feedbackId, canNote }: { feedbackId: string; canNote: boolean }) {
  const [isInternal, setInternal] = useState(false);
  const commenting = useMutate(useTRPC().feedback.comment.mutationOptions(), {
    refreshes: ["feedback"],
  });
  return (
    <div className="mt-4">
      <CommentEditor
        label="Kommentar schreiben"
        draftKey={`feedback-comment:${feedbackId}`}
        submitLabel={isInternal ? "Intern notieren" : "Kommentieren"}
        isPending={commenting.isPending}
        onSubmit={(comment) => {
          setInternal(false);
          return commenting.mutateAsync({ id: feedbackId, internal: isInternal, ...comment }).catch((error) => {
            setInternal(isInternal);
            throw error;
          });
        }}
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
