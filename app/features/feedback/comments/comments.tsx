import { Lock, Pencil, Trash2 } from "lucide-react";
import { useState } from "react";
import type { FeedbackComment, FeedbackEntry } from "../../../../contract/feedback/feedback-entry.ts";
import type { RecordRow } from "../../../../contract/records/rows.ts";
import { useMutate } from "../../../lib/api/mutate.ts";
import { useTRPC } from "../../../lib/api/trpc.tsx";
import { confirm } from "../../../lib/dialogs/confirm.tsx";
import { useCreationId } from "../../../lib/form/use-creation-id.ts";
import { formatDateTime, formatMoment } from "../../../lib/format.ts";
import { avatarUrl } from "../../../lib/people/avatar-url.ts";
import { Avatar } from "../../../ui/avatar/avatar.tsx";
import { IconButton } from "../../../ui/button.tsx";
import { cx } from "../../../ui/cx.ts";
import { Checkbox } from "../../../ui/form/checkbox.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { Section } from "../../../ui/section.tsx";
import { Tag } from "../../../ui/status/tag.tsx";
import { RichText } from "../entry/rich-text.tsx";
import { CommentEditor } from "./comment-editor.tsx";

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

/** The place to say something about an entry. */
function CommentComposer({ feedbackId, canNote }: { feedbackId: string; canNote: boolean }) {
  const [isInternal, setInternal] = useState(false);
  const creationId = useCreationId();
  const commenting = useMutate(useTRPC().feedback.comment.mutationOptions(), {
    refreshes: ["feedback"],
    onSuccess: creationId.forget,
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
          const said = { id: feedbackId, internal: isInternal, ...comment };
          return commenting
            .mutateAsync({ ...said, creationId: creationId.idFor(JSON.stringify(said)) })
            .catch((error) => {
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

function CommentRow({ comment }: { comment: FeedbackComment }) {
  const { id, author, html, internal, createdAt, editedAt, can } = comment;
  const [isEditing, setEditing] = useState(false);
  const trpc = useTRPC();
  const removing = useMutate(trpc.feedback.deleteComment.mutationOptions(), {
    refreshes: ["feedback"],
    success: "Kommentar gelöscht.",
  });
  const editing = useMutate(trpc.feedback.editComment.mutationOptions(), {
    refreshes: ["feedback"],
    onSuccess: () => setEditing(false),
  });
  const remove = async () => {
    const isSure = await confirm({
      title: "Kommentar löschen?",
      description: "Das lässt sich nicht rückgängig machen.",
      confirmLabel: "Löschen",
    });
    if (isSure) removing.mutate({ id });
  };
  const name = author?.label ?? "Gelöschtes Konto";
  return (
    <li
      className={cx(
        "grid grid-cols-[28px_minmax(0,1fr)] gap-x-3 border-b py-3 max-md:pt-1",
        internal && "-mx-3 rounded-8 border-b-0 bg-warn-soft px-3",
      )}
    >
      <Avatar
        name={name}
        personId={author?.id ?? ""}
        src={avatarUrl(author?.image)}
        size={28}
        className="max-md:mt-2"
        aria-hidden="true"
      />
      <div className="min-w-0">
        <div className="flex min-h-7 items-start gap-x-2">
          <div className="flex min-h-7 min-w-0 flex-1 flex-wrap items-center gap-x-2 max-md:min-h-11">
            <span className="text-chat font-semibold">{name}</span>
            <time dateTime={createdAt.toISOString()} title={formatMoment(createdAt)} className="text-label text-text-2">
              {formatDateTime(createdAt)}
              {editedAt && " (bearbeitet)"}
            </time>
            {internal && (
              <Tag tone="warn">
                <Icon of={Lock} size={11} />
                Nur Betreuer
              </Tag>
            )}
          </div>
          <span className="flex flex-none">
            {can.edit && !isEditing && (
              <IconButton icon={Pencil} size="sm" label="Kommentar bearbeiten" onClick={() => setEditing(true)} />
            )}
            {can.delete && (
              <IconButton icon={Trash2} size="sm" label="Kommentar löschen" onClick={() => void remove()} />
            )}
          </span>
        </div>
        {isEditing ? (
          <CommentEditor
            label="Kommentar bearbeiten"
            initial={comment}
            submitLabel="Speichern"
            isPending={editing.isPending}
            onSubmit={({ body, mentions }) => editing.mutateAsync({ id, body, mentions })}
            onCancel={() => setEditing(false)}
          />
        ) : (
          <RichText
            html={html}
            className="!pt-0 text-chat [&_em]:not-italic [&_strong_em]:rounded-4 [&_strong_em]:bg-brand-soft [&_strong_em]:px-1"
          />
        )}
      </div>
    </li>
  );
}
