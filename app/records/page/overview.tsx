import { useQuery } from "@tanstack/react-query";
import { noteTags } from "../../../contract/records/note-tags.ts";
import type { RecordRow } from "../../../contract/records/rows.ts";
import { problemOf, useTRPC } from "../../lib/api/trpc.tsx";
import { SafeHtml } from "../../lib/safe-html.tsx";
import { ListError } from "../../ui/placeholders/list-states.tsx";
import { Skeleton } from "../../ui/placeholders/skeleton.tsx";
import { Section } from "../../ui/section.tsx";
import { useRecordUi } from "../record-ui.tsx";
import { KeyData } from "./key-data.tsx";
import { proseClass } from "./prose-class.ts";

/** The tab „Übersicht“. */
export function Overview({ record }: { record: RecordRow }) {
  const { OverviewNotice } = useRecordUi(record.type);
  return (
    <>
      {OverviewNotice && <OverviewNotice record={record} />}
      <KeyData record={record} />
      <Notes record={record} />
    </>
  );
}

/** What people have written about a record; nothing where nobody has. */
function Notes({ record: { type, id, values } }: { record: RecordRow }) {
  const trpc = useTRPC();
  const hasNotes = typeof values.notes === "string" && values.notes !== "";
  const notes = useQuery(trpc.note.html.queryOptions({ type, id }, { enabled: hasNotes }));
  if (!hasNotes) return null;
  return (
    <Section title="Notizen">
      {notes.isPending && <Skeleton className="mt-3 h-16 w-full" />}
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
