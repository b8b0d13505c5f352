import type { FeedbackEntry } from "../../../contract/feedback/feedback-entry.ts";
import type { RecordRow } from "../../../contract/records/rows.ts";
import { Section } from "../../ui/section.tsx";
import { CommentComposer } from "./comment-composer.tsx";
import { CommentRow } from "./comment-row.tsx";

/** The talk about an entry, oldest first, with the place to join in. */
export function Comments({ record, entry }: { record: RecordRow; entry: FeedbackEntry }) {
  const { comments, can } = entry;
  return (
    <Section
      title="Kommentare"
      aside={comments.length > 0 ? <span className="num">{comments.length}</span> : undefined}
      className="mt-9"
    >
      {comments.length === 0 && <p className="py-4 text-ui text-text-2">Noch hat niemand etwas dazu gesagt.</p>}
      <ol aria-label="Kommentare">
        {comments.map((comment) => (
          <CommentRow key={comment.id} comment={comment} />
        ))}
      </ol>
      {record.archivedAt === null && <CommentComposer feedbackId={record.id} canNote={can.manage} />}
    </Section>
  );
}
