import { type FormEvent, useState } from "react";
import type { Output } from "../../../../contract/records/fields.ts";
import { textOf } from "../../../../contract/records/read-value.ts";
import type { RecordBody } from "../../../../contract/records/rows.ts";
import type { ModalControls } from "../../../lib/dialogs/modals.ts";
import { formatDateTime } from "../../../lib/format.ts";
import { Button } from "../../../ui/button.tsx";
import { cx } from "../../../ui/cx.ts";
import { Dialog } from "../../../ui/overlays/dialog.tsx";
import { DialogFooter } from "../../../ui/overlays/dialog-footer.tsx";
import { isEmptyValue } from "../../values/empty-value.ts";
import { FieldValue } from "../../values/field-value.tsx";
import { type FormValue, inputOf } from "../form-value.ts";
import { type MergeRow, mergedBody, mergeRows, type Side, type TwoEdits } from "./merge.ts";

/** Two edits of one record, field by field; the person says which of the two is kept. */
export function Comparison(props: TwoEdits & ModalControls<RecordBody>) {
  const { conflict, open, onOpenChange, close } = props;
  // What is compared stays as it was when the dialog opened.
  const [rows] = useState(() => mergeRows(props));
  const [kept, setKept] = useState<Record<string, Side>>({});
  const name = conflict.by?.label ?? "Jemand anderes";
  const submit = (event: FormEvent) => {
    event.preventDefault();
    close(mergedBody(rows, kept));
  };
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Änderungen vergleichen"
      description={`${name} hat am ${formatDateTime(conflict.at)} gespeichert. Wähle je Feld, was gelten soll.`}
      className="md:w-[min(880px,calc(100vw-64px))]"
    >
      <form onSubmit={submit}>
        <div
          aria-hidden="true"
          className="mt-5 grid grid-cols-3 gap-3 border-b border-line-strong pb-1.5 text-label font-medium text-text-3 max-md:hidden"
        >
          <span>Vorher</span>
          <span>{name}</span>
          <span>Du</span>
        </div>
        {rows.map((row) => (
          <RowChoice
            key={row.name}
            row={row}
            them={name}
            kept={kept[row.name] ?? row.proposal}
            onKeep={(side) => setKept((now) => ({ ...now, [row.name]: side }))}
          />
        ))}
        <DialogFooter onCancel={() => onOpenChange(false)} className="mt-[22px]">
          <Button type="submit" variant="primary">
            Auswahl speichern
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  );
}

interface RowChoiceProps {
  row: MergeRow;
  them: string;
  kept: Side;
  onKeep: (side: Side) => void;
}

function RowChoice({ row, them, kept, onKeep }: RowChoiceProps) {
  const side = (of: Side, who: string, value: FormValue) => (
    <label
      className={cx(
        "flex min-w-0 cursor-pointer items-start gap-2 rounded-6 border p-2 transition-colors has-[:focus-visible]:outline has-[:focus-visible]:outline-2 has-[:focus-visible]:outline-offset-2 has-[:focus-visible]:outline-focus max-md:min-h-11",
        kept === of ? "border-inverse" : "border-line-strong hover:border-control",
      )}
    >
      <input
        type="radio"
        name={row.name}
        checked={kept === of}
        onChange={() => onKeep(of)}
        className="mt-[3px] h-3.5 w-3.5 flex-none accent-[var(--inverse)] outline-none"
      />
      <span className="min-w-0">
        <span className="block text-label text-text-2 md:sr-only">{who}</span>
        <Value row={row} value={value} />
      </span>
    </label>
  );
  return (
    <fieldset className={cx("min-w-0 border-b py-3", row.isOverlap && "-mx-3 rounded-6 bg-warn-soft px-3")}>
      <legend className="float-left mb-1.5 w-full text-ui font-medium">
        {row.label}
        {row.isOverlap && <span className="ml-2 font-normal text-warn-text">Ihr habt beide dieses Feld geändert.</span>}
      </legend>
      <div className="clear-both grid gap-3 md:grid-cols-3">
        <div className="min-w-0 md:py-2">
          <span className="block text-label text-text-2 md:sr-only">Vorher</span>
          <Value row={row} value={row.before} />
        </div>
        {side("theirs", them, row.theirs)}
        {side("mine", "Du", row.mine)}
      </div>
    </fieldset>
  );
}

function Value({ row: { name, field }, value }: { row: MergeRow; value: FormValue }) {
  const output = outputOf(value, field.kind === "tags" || field.kind === "links" || field.kind === "relation", () =>
    inputOf(field, value),
  );
  if (isEmptyValue(output)) return <span className="text-ui text-text-2">leer</span>;
  return (
    <span className="block text-ui [overflow-wrap:anywhere]">
      {field.kind === "markdown" ? (
        <span className="block max-h-40 overflow-y-auto whitespace-pre-wrap">{textOf(value)}</span>
      ) : (
        <FieldValue field={field} name={name} value={output} variant="page" />
      )}
    </span>
  );
}

/** References are shown as the controls hold them, with their labels; everything else as it is stored. */
function outputOf(value: FormValue, isReference: boolean, stored: () => unknown): Output {
  return (isReference ? value : stored()) as Output;
}
