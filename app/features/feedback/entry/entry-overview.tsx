import { Link, useParams } from "@remix-run/react";
import { useQuery } from "@tanstack/react-query";
import { Pencil } from "lucide-react";
import type { FeedbackEntry } from "../../../../contract/feedback/feedback-entry.ts";
import { refOf } from "../../../../contract/records/read-value.ts";
import type { RecordRow } from "../../../../contract/records/rows.ts";
import { useTRPC } from "../../../lib/api/trpc.tsx";
import { lazyPart } from "../../../lib/lazy-part.tsx";
import { usePageRecord } from "../../../records/page/record-page.tsx";
import { formatDay } from "../../../records/values/format-value.ts";
import { IconButton } from "../../../ui/button.tsx";
import { linkClass } from "../../../ui/link-class.ts";
import { Skeleton } from "../../../ui/placeholders/skeleton.tsx";
import { Section } from "../../../ui/section.tsx";
import { Comments } from "../comments/comments.tsx";
import { feedbackValues } from "../feedback-values.ts";
import { openTransitionDialog } from "../status/open-transition-dialog.tsx";
import { RichText } from "./rich-text.tsx";

// The contract of files is too large for entries without pictures.
const Gallery = lazyPart(async () => (await import("./gallery.tsx")).Gallery, null);

/** What an entry says, what was answered, its pictures and the talk about it. */
export function EntryOverview() {
  const record = usePageRecord();
  const { id = "" } = useParams();
  const trpc = useTRPC();
  const entry = useQuery(trpc.feedback.entry.queryOptions({ id }));
  if (!entry.data) return <Skeleton className="h-40 w-full" />;
  return (
    <>
      <Outcome record={record} entry={entry.data} />
      {entry.data.descriptionHtml ? (
        <RichText html={entry.data.descriptionHtml} />
      ) : (
        <p className="text-body text-text-3">Ohne Beschreibung.</p>
      )}
      <Gallery id={record.id} />
      <Comments record={record} entry={entry.data} />
    </>
  );
}

/** What became of it, in the words of whoever decided. */
function Outcome({ record, entry: { answerHtml, reasonHtml, can } }: { record: RecordRow; entry: FeedbackEntry }) {
  const { status, doneAt, releasedIn, number } = feedbackValues(record);
  const origin = refOf(record.values.duplicateOfId);
  if (!answerHtml && !reasonHtml && !origin) return null;
  const when = [doneAt && formatDay(doneAt), releasedIn && `Umgesetzt in ${releasedIn}`].filter(Boolean).join(" · ");
  const editAnswer = () => {
    const current = { answer: String(record.values.answer ?? ""), releasedIn: releasedIn ?? "" };
    const title = `${number} ${record.title}`;
    void openTransitionDialog({ ids: [record.id], title, version: record.version, from: status, current }, status);
  };
  return (
    <Section
      title={titleOf(status)}
      aside={
        <>
          {when}
          {answerHtml && can.manage && (
            <IconButton icon={Pencil} size="sm" label="Antwort ändern" className="-mr-2" onClick={editAnswer} />
          )}
        </>
      }
      className="mb-6 !mt-0 rounded-10 bg-sunken px-[18px] pb-4 pt-2.5 [&>div:first-child]:border-b-0 max-md:[&>div:first-child]:flex-wrap max-md:[&>div:first-child]:gap-y-0 max-md:[&>div>div]:ml-0 max-md:[&>div>div]:w-full max-md:[&>div>div]:justify-between"
    >
      {origin && (
        <p className="text-body">
          Das steht schon in{" "}
          <Link to={`/feedback/${origin.id}`} className={linkClass}>
            {origin.label}
          </Link>
          ; dorthin sind die Stimmen umgezogen.
        </p>
      )}
      {[answerHtml, reasonHtml].map((html) => html && <RichText key={html} html={html} className="!pt-0" />)}
    </Section>
  );
}

function titleOf(status: string): string {
  if (status === "done") return "Erledigt: Antwort ans Team";
  if (status === "rejected") return "Abgelehnt: Antwort ans Team";
  if (status === "duplicate") return "Duplikat";
  return status === "query" ? "Rückfrage an den Autor" : "Wieder geöffnet";
}
