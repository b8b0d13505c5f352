import { ArrowRight } from "lucide-react";
import { type FormEvent, useState } from "react";
import { targetOf } from "../../../contract/imports/import-fields.ts";
import {
  type ImportSettings,
  type ImportView,
  type UnknownValues as Unknown,
  valueOfFile,
} from "../../../contract/imports/imports.ts";
import { declarationOf } from "../../../contract/records/declarations.ts";
import type { Field, Ref } from "../../../contract/records/fields.ts";
import { useMutate } from "../../lib/api/mutate.ts";
import { useTRPC } from "../../lib/api/trpc.tsx";
import { formatNumber } from "../../lib/format.ts";
import { RelationPicker } from "../../records/form/controls/relation-picker.tsx";
import { Button } from "../../ui/button.tsx";
import { Checkbox } from "../../ui/form/checkbox.tsx";
import { Select } from "../../ui/form/select.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Section } from "../../ui/section.tsx";
import { rowCount } from "./import-labels.ts";

/** What a person says that a value stands for: a stored value, a record, or nothing. */
type Meaning = Ref | "";
type Meanings = Record<string, Record<string, Meaning>>;

/** Values of the file that stand for nothing here, each with what it shall become; the rows are checked anew with it. */
export function UnknownValues({ view }: { view: ImportView }) {
  const trpc = useTRPC();
  const [meanings, setMeanings] = useState<Meanings>({});
  const check = useMutate(trpc.import.check.mutationOptions(), { refreshes: ["import"] });
  const { fields } = declarationOf(view.type);
  if (view.unknown.length === 0) return null;
  const isEmpty = Object.values(meanings).every((values) => Object.keys(values).length === 0);
  const say = (name: string, text: string, meaning: Meaning | undefined) =>
    setMeanings((known) => {
      const { [valueOfFile(text)]: _, ...others } = known[name] ?? {};
      return { ...known, [name]: meaning === undefined ? others : { ...others, [valueOfFile(text)]: meaning } };
    });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    check.mutate({ id: view.id, settings: { ...view.settings, values: joined(view.settings.values, meanings) } });
  };
  return (
    <form onSubmit={submit} noValidate className="mt-7">
      <Section title="Werte ohne Gegenstück">
        <p className="mt-3 text-ui text-text-2">
          Was bedeuten diese Werte im Portal? Die Antwort gilt auch für den nächsten Import.
        </p>
        {view.unknown.map((unknown) => {
          const field = fields[unknown.field];
          return (
            field && (
              <ValueTable
                key={unknown.field}
                field={field}
                unknown={unknown}
                meanings={meanings[unknown.field] ?? {}}
                onChange={(text, meaning) => say(unknown.field, text, meaning)}
              />
            )
          );
        })}
        <Button type="submit" className="mt-4" disabled={isEmpty} loading={check.isPending} loadingLabel="Prüft …">
          Mit diesen Werten prüfen
        </Button>
      </Section>
    </form>
  );
}

function joined(known: ImportSettings["values"], meanings: Meanings): ImportSettings["values"] {
  const values = { ...known };
  for (const [name, said] of Object.entries(meanings)) {
    const ids = Object.entries(said).map(([text, meaning]) => [text, meaning === "" ? "" : meaning.id]);
    values[name] = { ...values[name], ...Object.fromEntries(ids) };
  }
  return values;
}

interface ValueTableProps {
  field: Field;
  unknown: Unknown;
  meanings: Record<string, Meaning>;
  onChange: (text: string, meaning: Meaning | undefined) => void;
}

function ValueTable({ field, unknown, meanings, onChange }: ValueTableProps) {
  const rest = unknown.count - unknown.values.length;
  return (
    <fieldset className="mt-4">
      <legend className="text-ui font-550">{field.label}</legend>
      <ul className="mt-1 border-t">
        {unknown.values.map(({ text, rows }) => (
          <li
            key={text}
            className="grid items-center gap-x-4 gap-y-1.5 border-b py-2 md:grid-cols-[minmax(0,1fr)_16px_minmax(0,320px)_auto]"
          >
            <div className="min-w-0">
              <p className="text-ui [overflow-wrap:anywhere]">{text}</p>
              <p className="num text-meta text-text-3">{rowCount(rows)}</p>
            </div>
            <Icon of={ArrowRight} size={14} className="text-text-3 max-md:hidden" />
            <MeaningControl
              field={field}
              text={text}
              meaning={meanings[valueOfFile(text)]}
              onChange={(meaning) => onChange(text, meaning)}
            />
          </li>
        ))}
      </ul>
      {rest > 0 && <p className="num mt-1.5 text-meta text-text-3">und {formatNumber(rest)} weitere</p>}
    </fieldset>
  );
}

interface MeaningControlProps {
  field: Field;
  text: string;
  meaning: Meaning | undefined;
  onChange: (meaning: Meaning | undefined) => void;
}

function MeaningControl({ field, text, meaning, onChange }: MeaningControlProps) {
  const target = targetOf(field);
  const label = `„${text}“ bedeutet`;
  const isLeftOut = meaning === "";
  const chosen = meaning === "" ? undefined : meaning;
  return (
    <>
      {target ? (
        <RelationPicker
          to={target}
          label={label}
          placeholder={isLeftOut ? "Bleibt leer" : "Suchen …"}
          value={chosen ?? null}
          onChange={(ref) => onChange(ref ?? undefined)}
        />
      ) : (
        <Select
          aria-label={label}
          value={chosen?.id ?? ""}
          className={chosen ? undefined : "text-text-3"}
          onChange={({ target: { value } }) => onChange(value === "" ? undefined : { id: value, label: value })}
        >
          <option value="">{isLeftOut ? "Bleibt leer" : "Wählen …"}</option>
          {Object.entries(field.kind === "choice" ? field.options : {}).map(([value, name]) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </Select>
      )}
      <Checkbox
        className="min-h-8 text-ui"
        label="Leer lassen"
        checked={isLeftOut}
        onChange={(event) => onChange(event.target.checked ? "" : undefined)}
      />
    </>
  );
}
