import { delimiterLabels } from "../../../contract/imports/delimiters.ts";
import { encodingLabels, type ImportView, type Reading } from "../../../contract/imports/imports.ts";
import { useMutate } from "../../lib/api/mutate.ts";
import { useTRPC } from "../../lib/api/trpc.tsx";
import { ChoiceSelect } from "../../ui/form/choice-select.tsx";
import { Field } from "../../ui/form/field.tsx";
import { Select } from "../../ui/form/select.tsx";

const maxHeaderRow = 40;
/** Where the backup of another monitoring lists what becomes no record. */
const leftOutSheet = "Nicht übernommen";

/** How the file is read, as it was found out; every change reads it again. */
export function ReadingOptions({ view }: { view: ImportView }) {
  const trpc = useTRPC();
  const reread = useMutate(trpc.import.reread.mutationOptions(), { refreshes: ["import"] });
  const { id, reading, headerRow, sheets, isText } = view;
  const lines = Math.min(maxHeaderRow, Math.max(10, (view.preview.at(-1)?.number ?? 1) + 1));
  const read = (part: Partial<Reading>, row: number | null = headerRow) =>
    reread.mutate({ id, reading: { ...reading, ...part }, headerRow: row });
  const busy = reread.isPending;
  return (
    <fieldset aria-busy={busy} className="flex flex-wrap items-end gap-x-4 gap-y-3">
      <legend className="sr-only">Wie die Datei gelesen wird</legend>
      {isText && (
        <>
          <Field label="Zeichensatz" className="w-[220px] max-md:w-full">
            <ChoiceSelect
              labels={encodingLabels}
              value={reading.encoding}
              disabled={busy}
              onChange={(encoding) => read({ encoding })}
            />
          </Field>
          <Field label="Trennzeichen" className="w-[200px] max-md:w-full">
            <ChoiceSelect
              labels={delimiterLabels}
              value={reading.delimiter}
              disabled={busy}
              onChange={(delimiter) => read({ delimiter })}
            />
          </Field>
        </>
      )}
      {sheets.length > 1 && (
        <Field label="Tabellenblatt" className="w-[220px] max-md:w-full">
          <Select value={reading.sheet} disabled={busy} onChange={(event) => read({ sheet: event.target.value })}>
            {sheets.map((sheet) => (
              <option key={sheet} value={sheet}>
                {sheet}
              </option>
            ))}
          </Select>
        </Field>
      )}
      <Field label="Überschriften" className="w-[200px] max-md:w-full">
        <Select
          value={headerRow ?? ""}
          disabled={busy}
          onChange={({ target }) => read({}, target.value === "" ? null : Number(target.value))}
        >
          <option value="">Keine</option>
          {Array.from({ length: lines }, (_, at) => at + 1).map((line) => (
            <option key={line} value={line}>
              {`In Zeile ${line}`}
            </option>
          ))}
        </Select>
      </Field>
      {sheets.includes(leftOutSheet) && reading.sheet !== leftOutSheet && (
        <p className="min-h-9 text-ui text-text-2">Was nicht übernommen wird, steht im Blatt „{leftOutSheet}“.</p>
      )}
      {headerRow !== null && headerRow > 1 && !busy && (
        <p className="min-h-9 text-ui text-text-2">
          {headerRow === 2 ? "Die Zeile darüber wird" : `Die ${headerRow - 1} Zeilen darüber werden`} nicht eingelesen.
        </p>
      )}
      {busy && (
        <span role="status" className="min-h-9 text-ui text-text-3">
          Wird gelesen …
        </span>
      )}
    </fieldset>
  );
}
