import { useQuery } from "@tanstack/react-query";
import { noteTags } from "../../../contract/records/note-tags.ts";
import type { RecordRow } from "../../../contract/records/rows.ts";
import { problemOf, useTRPC } from "../../lib/api/trpc.tsx";
import { SafeHtml } from "../../lib/safe-html.tsx";
import { ListError } from "../../ui/placeholders/list-states.tsx";
import { Bone } from "../../ui/placeholders/skeleton.tsx";
import { Section } from "../../ui/section.tsx";
import { proseClass } from "./prose-class.ts";

/** What people have written about a record; nothing where nobody has. */
export function Notes({ record: { type, id, values } }: { record: RecordRow }) {
  const trpc = useTRPC();
  const hasNotes = typeof values.notes === "string" && values.notes !== "";
  const notes = useQuery(trpc.note.html.queryOptions({ type, id }, { enabled: hasNotes }));
  if (!hasNotes) return null;
  return (
    <Section title="Notizen">
      {notes.isPending && <Bone className="mt-3 h-16 w-full" />}
      {notes.isError && !notes.data && (
        <ListError
          message="Die Notizen konnten nicht geladen werden."
          errorId={problemOf(notes.error)?.requestId}
          onRetry={() => notes.refetch()}
          retrying={notes.isFetching}
        />
      )}
      {notes.data?.html && (
        <div className={proseClass}>
          <SafeHtml html={notes.data.html} tags={noteTags} />
        </div>
      )}
    </Section>
  );
}
