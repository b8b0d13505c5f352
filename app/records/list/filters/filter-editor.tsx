import { useDeferredValue, useId, useRef, useState } from "react";
import { isOneOf } from "../../../../contract/narrowing.ts";
import type { Field } from "../../../../contract/records/fields.ts";
import { type Filter, type FilterOperator, operatorsOf } from "../../../../contract/records/filters.ts";
import type { RecordType } from "../../../../contract/records/record-types.ts";
import { Checkbox } from "../../../ui/form/checkbox.tsx";
import { Select } from "../../../ui/form/select.tsx";
import { TextInput } from "../../../ui/form/text-input.tsx";
import { Skeleton } from "../../../ui/placeholders/skeleton.tsx";
import { operatorLabel } from "./filter-labels.ts";
import { RangeEditor } from "./range-editor.tsx";
import { TextEditor } from "./text-editor.tsx";
import { targetOf } from "./use-filter-labels.ts";
import { useOptions } from "./use-filter-options.ts";

interface FilterEditorProps {
  name: string;
  field: Field;
  filter?: Filter;
  labels: ReadonlyMap<string, string>;
  /** Undefined while the condition says nothing. */
  onChange: (filter: Filter | undefined) => void;
}

/** The condition of one field: how it is compared, and with what. */
export function FilterEditor({ name, field, filter, labels, onChange }: FilterEditorProps) {
  const operators = operatorsOf(field);
  const [is, setIs] = useState<FilterOperator>(filter?.is ?? operators[0] ?? "present");
  const id = useId();
  const choose = (next: FilterOperator) => {
    setIs(next);
    onChange(withOperator(name, next, filter));
  };
  return (
    <div className="grid gap-2.5">
      <label htmlFor={id} className="font-semibold">
        {field.label}
      </label>
      <Select
        id={id}
        value={is}
        onChange={({ target }) => isOneOf(operators, target.value) && choose(target.value)}
        className="md:[&_select]:h-8 md:[&_select]:text-ui"
      >
        {field.kind === "flag" && !filter && <option value="">Bitte wählen</option>}
        {operators.map((operator) => (
          <option key={operator} value={operator}>
            {operatorLabel(field, operator)}
          </option>
        ))}
      </Select>
      <Operand name={name} field={field} is={is} filter={filter} labels={labels} onChange={onChange} />
    </div>
  );
}

function Operand({ name, field, is, filter, labels, onChange }: FilterEditorProps & { is: FilterOperator }) {
  if (is === "contains" || is === "equals")
    return (
      <TextEditor
        label={field.label}
        value={filter && "value" in filter ? filter.value : ""}
        onChange={(value) => onChange(value ? { field: name, is, value } : undefined)}
      />
    );
  if (is === "between") {
    const { from, to } = filter?.is === "between" ? filter : {};
    return (
      <RangeEditor
        field={field}
        from={from}
        to={to}
        onChange={(range) => onChange(range.from || range.to ? { field: name, is, ...range } : undefined)}
      />
    );
  }
  if (is !== "oneOf" && is !== "noneOf" && is !== "allOf") return null;
  const values = filter && "values" in filter ? filter.values : [];
  const change = (next: string[]) => onChange(next.length > 0 ? { field: name, is, values: next } : undefined);
  const to = targetOf(field);
  if (to) return <ReferenceEditor to={to} label={field.label} values={values} labels={labels} onChange={change} />;
  if (field.kind !== "choice" && field.kind !== "choices") return null;
  return <ChoiceEditor options={field.options} values={values} onChange={change} />;
}

/** The condition with another operator, as far as what it is compared with still makes sense. */
function withOperator(field: string, is: FilterOperator, filter: Filter | undefined): Filter | undefined {
  if (is === "missing" || is === "present" || is === "true" || is === "false") return { field, is };
  if ((is === "contains" || is === "equals") && filter && "value" in filter) return { field, is, value: filter.value };
  const takesValues = is === "oneOf" || is === "noneOf" || is === "allOf";
  return takesValues && filter && "values" in filter ? { field, is, values: filter.values } : undefined;
}

interface ReferenceEditorProps {
  to: RecordType | "user";
  label: string;
  values: readonly string[];
  labels: ReadonlyMap<string, string>;
  onChange: (values: string[]) => void;
}

/** Records, people or tags to choose from; what was chosen when the editor opened stands first. */
function ReferenceEditor({ to, label, values, labels, onChange }: ReferenceEditorProps) {
  const [search, setSearch] = useState("");
  const { options, isError } = useOptions(to, useDeferredValue(search.trim()));
  const chosenFirst = useRef(values).current;
  const shown: Record<string, string> = {};
  if (!search)
    for (const value of chosenFirst)
      shown[value] =
        value === "me" ? "Ich" : (labels.get(value) ?? options?.find((o) => o.value === value)?.label ?? "…");
  for (const option of options ?? []) shown[option.value] ??= option.label;
  return (
    <>
      <TextInput
        type="search"
        aria-label={`${label} suchen`}
        placeholder="Suchen …"
        value={search}
        onChange={(event) => setSearch(event.target.value)}
        className="md:h-8 md:text-ui"
      />
      {isError && <p className="text-bad-text">Die Auswahl konnte nicht geladen werden.</p>}
      {!options && !isError && <Skeleton className="h-8 w-full" />}
      {options && Object.keys(shown).length === 0 && <p className="text-text-2">Nichts gefunden.</p>}
      <ChoiceEditor options={shown} values={values} onChange={onChange} />
    </>
  );
}

interface ChoiceEditorProps {
  options: Record<string, string>;
  values: readonly string[];
  onChange: (values: string[]) => void;
}

function ChoiceEditor({ options, values, onChange }: ChoiceEditorProps) {
  return (
    <ul className="max-h-[280px] overflow-y-auto">
      {Object.entries(options).map(([value, label]) => (
        <li key={value}>
          <Checkbox
            label={<span className="min-w-0 py-1 [overflow-wrap:anywhere]">{label}</span>}
            className="flex min-h-8 w-full rounded-6 px-1 hover:bg-tint-6"
            checked={values.includes(value)}
            onChange={({ target }) =>
              onChange(target.checked ? [...values, value] : values.filter((known) => known !== value))
            }
          />
        </li>
      ))}
    </ul>
  );
}
