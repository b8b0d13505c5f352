import { type FormEvent, useState } from "react";
import { entryKinds, type IncidentEntry, type IncidentPage } from "../../../contract/incidents/incident-page.ts";
import { useMutate } from "../../lib/api/mutate.ts";
import { useTRPC } from "../../lib/api/trpc.tsx";
import { useRefusals } from "../../lib/dialogs/name-dialog.tsx";
import { formatDateTime } from "../../lib/format.ts";
import { newClientId } from "../../lib/new-client-id.ts";
import { Button } from "../../ui/button.tsx";
import { cx } from "../../ui/cx.ts";
import { Field } from "../../ui/form/field.tsx";
import { TextArea } from "../../ui/form/text-area.tsx";
import { Section } from "../../ui/section.tsx";

/** What happened, in the order of time, and a note for what comes next. */
export function Timeline({ incidentId, page }: { incidentId: string; page: IncidentPage }) {
  return (
    <Section title="Verlauf">
      <ol aria-label="Verlauf der Störung" className="py-1">
        {page.entries.map((entry) => (
          <Entry key={entry.id} entry={entry} />
        ))}
      </ol>
      {page.can.note && <NoteForm incidentId={incidentId} />}
    </Section>
  );
}

function Entry({ entry: { at, kind, text, by } }: { entry: IncidentEntry }) {
  const isNote = kind === "note";
  return (
    <li className="grid gap-x-4 border-b py-2 text-ui last:border-b-0 sm:grid-cols-[124px_minmax(0,1fr)]">
      <time dateTime={at.toISOString()} className="num text-text-3">
        {formatDateTime(at)}
      </time>
      <span className="min-w-0 [overflow-wrap:anywhere]">
        <b className={cx("font-medium", isNote ? "text-text-1" : "text-text-2")}>
          {by ? `${by.label}: ${entryKinds[kind]}` : entryKinds[kind]}
        </b>
        {text && (
          <span className={cx("block whitespace-pre-line", isNote ? "text-row text-text-1" : "text-text-2")}>
            {text}
          </span>
        )}
      </span>
    </li>
  );
}

function NoteForm({ incidentId }: { incidentId: string }) {
  const [text, setText] = useState("");
  const [clientId, setClientId] = useState(newClientId);
  const { refusals, onRefused, forget } = useRefusals();
  const note = useMutate(useTRPC().incident.note.mutationOptions(), {
    refreshes: ["incident"],
    onRefused,
    onSuccess: () => {
      setText("");
      setClientId(newClientId());
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!note.isPending) note.mutate({ id: incidentId, text, clientId });
  };
  return (
    <form onSubmit={submit} noValidate className="grid justify-items-start gap-2 py-3">
      <Field label="Notiz" errors={refusals} className="w-full">
        <TextArea
          rows={2}
          value={text}
          onChange={({ target }) => {
            setText(target.value);
            forget();
          }}
        />
      </Field>
      <Button type="submit" size="sm" loading={note.isPending} loadingLabel="Schreibt …">
        Notiz festhalten
      </Button>
    </form>
  );
}
