import { useNavigate } from "@remix-run/react";
import { useQuery } from "@tanstack/react-query";
import { ArrowLeftRight } from "lucide-react";
import { type FormEvent, useId, useState } from "react";
import { isMergeable, type MergeableType, undoMergeDays } from "../../../contract/merges/merges.ts";
import type { Taken } from "../../../contract/merges/merges-input.ts";
import { declarationOf } from "../../../contract/records/declarations.ts";
import type { Output, Field as RecordField, Ref } from "../../../contract/records/fields.ts";
import { type RecordType, shownBy } from "../../../contract/records/record-types.ts";
import type { RecordRow } from "../../../contract/records/rows.ts";
import { useMutate } from "../../lib/api/mutate.ts";
import { problemOf, useTRPC } from "../../lib/api/trpc.tsx";
import type { ModalControls } from "../../lib/dialogs/modals.ts";
import { formatDate } from "../../lib/format.ts";
import { Button } from "../../ui/button.tsx";
import { cx } from "../../ui/cx.ts";
import { Field } from "../../ui/form/field.tsx";
import { Dialog } from "../../ui/overlays/dialog.tsx";
import { DialogFooter } from "../../ui/overlays/dialog-footer.tsx";
import { RowSkeletons } from "../../ui/placeholders/skeleton.tsx";
import { RelationPicker } from "../form/controls/relation-picker.tsx";
import { useRecordApi } from "../record-api.ts";
import { recordPath } from "../record-path.ts";
import { isEmptyValue } from "../values/empty-value.ts";
import { FieldValue } from "../values/field-value.tsx";
import { formatValue } from "../values/format-value.ts";
import { differingFields, type MergeChoice, proposalOf, takenOf } from "./merge-choices.ts";
import { useUndoMerge } from "./use-undo-merge.ts";

interface MergeDialogProps extends ModalControls<true> {
  type: RecordType;
  /** The record that stays, and the one that is merged into it; it is asked for where it is not given. */
  ids: readonly [string, string?];
}

/** Makes two records one: which of them stays, and of what differs, whose value. */
export function MergeDialog({ type, ids: [first, second], open, onOpenChange, close }: MergeDialogProps) {
  const [other, setOther] = useState<Ref | null>(second === undefined ? null : { id: second, label: "" });
  const [isSwapped, setSwapped] = useState(false);
  const api = useRecordApi(type);
  const { labels } = declarationOf(type);
  const own = useQuery(api.get.queryOptions({ id: first }));
  const their = useQuery({ ...api.get.queryOptions({ id: other?.id ?? "" }), enabled: other !== null });
  const isSame = other?.id === first;
  const [kept, gone] = isSwapped ? [their.data, own.data] : [own.data, their.data];
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={second === undefined && own.data ? `${own.data.title} zusammenführen` : `${labels.many} zusammenführen`}
      description={`Alles, was an dem einen hängt, kommt zum anderen; alte Links führen weiter. ${undoMergeDays} Tage lang lässt es sich zurücknehmen.`}
      className="md:w-[min(760px,calc(100vw-64px))]"
    >
      {second === undefined && (
        <Field
          label="Zusammenführen mit"
          className="mt-4"
          {...(isSame && { errors: ["Zusammenführen mit: Bitte einen anderen Eintrag wählen."] })}
        >
          <RelationPicker to={type} value={other} onChange={setOther} autoFocus />
        </Field>
      )}
      {other && !isSame && (own.isPending || their.isPending) && <RowSkeletons rows={4} />}
      {kept && gone && other && !isSame && isMergeable(type) ? (
        <MergeForm
          key={`${kept.id}:${kept.version}:${gone.id}:${gone.version}`}
          type={type}
          kept={kept}
          gone={gone}
          onSwap={() => setSwapped(!isSwapped)}
          onCancel={() => onOpenChange(false)}
          onMerged={() => close(true)}
        />
      ) : (
        <DialogFooter onCancel={() => onOpenChange(false)} className="mt-[22px]">
          <Button variant="primary" disabled>
            Zusammenführen
          </Button>
        </DialogFooter>
      )}
    </Dialog>
  );
}

interface MergeFormProps {
  type: MergeableType;
  kept: RecordRow;
  gone: RecordRow;
  onSwap: () => void;
  onCancel: () => void;
  onMerged: () => void;
}

function MergeForm({ type, kept, gone, onSwap, onCancel, onMerged }: MergeFormProps) {
  const trpc = useTRPC();
  const navigate = useNavigate();
  const fields = differingFields(declarationOf(type), kept, gone);
  const [choices, setChoices] = useState<Record<string, MergeChoice>>({});
  const [problem, setProblem] = useState<string>();
  const offerUndo = useUndoMerge(type);
  const choiceOf = (name: string, field: RecordField) => choices[name] ?? proposalOf(field, kept.values[name]);
  const merging = useMutate(trpc.merge.records.mutationOptions(), {
    refreshes: [type, ...shownBy[type], "change", "relation", "attachment", "chat", "mention", "dashboard", "merge"],
    onSuccess: (merged) => {
      onMerged();
      offerUndo(merged, gone.title);
      const path = recordPath(type, merged.id);
      if (path && window.location.pathname.includes(gone.id)) navigate(path, { replace: true });
    },
    onRefused: (error) => {
      const message = problemOf(error)?.message;
      setProblem(message);
      return message !== undefined;
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const take: Record<string, Taken> = {};
    for (const [name, field] of fields) Object.assign(take, takenOf(name, choiceOf(name, field)));
    const { id, version } = kept;
    merging.mutate({ type, survivor: { id, version }, merged: { id: gone.id, version: gone.version }, take });
  };
  return (
    <form onSubmit={submit}>
      <div className="mt-5 grid grid-cols-[minmax(0,1fr)_auto_minmax(0,1fr)] items-start gap-3">
        <Side label="Bleibt" record={kept} />
        <Button icon={ArrowLeftRight} aria-label="Seiten tauschen" onClick={onSwap} className="self-center">
          <span className="max-md:sr-only">Tauschen</span>
        </Button>
        <Side label="Geht darin auf" record={gone} />
      </div>
      {fields.length === 0 && <p className="mt-4 text-text-2">Beide sagen in allen Feldern dasselbe.</p>}
      {fields.map(([name, field]) => (
        <FieldChoice
          key={name}
          name={name}
          field={field}
          kept={kept}
          gone={gone}
          choice={choiceOf(name, field)}
          onChoose={(choice) => setChoices((now) => ({ ...now, [name]: choice }))}
        />
      ))}
      <p role="alert" className="mt-3 text-meta text-bad-text empty:hidden">
        {problem}
      </p>
      <DialogFooter onCancel={onCancel} className="mt-[22px]">
        <Button type="submit" variant="primary" loading={merging.isPending} loadingLabel="Führt zusammen …">
          Zusammenführen
        </Button>
      </DialogFooter>
    </form>
  );
}

function Side({ label, record }: { label: string; record: RecordRow }) {
  return (
    <div className="min-w-0">
      <p className="text-label text-text-3">{label}</p>
      <p className="font-550 [overflow-wrap:anywhere]">{record.title}</p>
      <p className="text-meta text-text-3">angelegt am {formatDate(record.createdAt)}</p>
    </div>
  );
}

interface FieldChoiceProps {
  name: string;
  field: RecordField;
  kept: RecordRow;
  gone: RecordRow;
  choice: MergeChoice;
  onChoose: (choice: MergeChoice) => void;
}

function FieldChoice({ name, field, kept, gone, choice, onChoose }: FieldChoiceProps) {
  const group = useId();
  const offers: [MergeChoice, RecordRow | undefined][] = [
    ["own", kept],
    ["merged", gone],
  ];
  const canBeBoth = proposalOf(field, "") === "both" || field.kind === "markdown";
  return (
    <fieldset className="mt-3 min-w-0 border-t pt-3">
      <legend className="float-left mb-1.5 w-full text-ui font-medium">{field.label}</legend>
      <div className="clear-both grid gap-2 md:grid-cols-2">
        {offers.map(([offer, record]) => (
          <label key={offer} className={cx(choiceClass, choice === offer ? "border-inverse" : "border-line-strong")}>
            <input
              type="radio"
              name={group}
              checked={choice === offer}
              onChange={() => onChoose(offer)}
              className="mt-[3px] h-3.5 w-3.5 flex-none accent-[var(--inverse)] outline-none"
            />
            <span className="min-w-0 text-ui [overflow-wrap:anywhere]">
              <span className="sr-only">{record?.title}: </span>
              <Offered field={field} value={record?.values[name]} />
            </span>
          </label>
        ))}
        {canBeBoth && (
          <label
            className={cx(choiceClass, "md:col-span-2", choice === "both" ? "border-inverse" : "border-line-strong")}
          >
            <input
              type="radio"
              name={group}
              checked={choice === "both"}
              onChange={() => onChoose("both")}
              className="mt-[3px] h-3.5 w-3.5 flex-none accent-[var(--inverse)] outline-none"
            />
            <span className="text-ui">Beides</span>
          </label>
        )}
      </div>
    </fieldset>
  );
}

/** Words alone: a link would open what is meant to be chosen. */
function Offered({ field, value }: { field: RecordField; value: Output | undefined }) {
  if (isEmptyValue(value)) return <span className="text-text-3">leer</span>;
  return field.kind === "tags" ? <FieldValue field={field} value={value} variant="page" /> : formatValue(field, value);
}

const choiceClass =
  "flex min-w-0 cursor-pointer items-start gap-2 rounded-6 border p-2 transition-colors hover:border-control has-[:focus-visible]:outline has-[:focus-visible]:outline-2 has-[:focus-visible]:outline-offset-2 has-[:focus-visible]:outline-focus max-md:py-3";
