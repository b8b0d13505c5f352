import { Activity, ArrowRight, CircleAlert, LockKeyhole } from "lucide-react";
import type { ReactNode } from "react";
import type { DateOrder, ImportColumn, ImportView } from "../../../contract/imports/imports.ts";
import type { Declaration } from "../../../contract/records/declaration.ts";
import { declarationOf } from "../../../contract/records/declarations.ts";
import type { Field as RecordField } from "../../../contract/records/fields.ts";
import { ChoiceSelect } from "../../ui/form/choice-select.tsx";
import { Select } from "../../ui/form/select.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Section } from "../../ui/section.tsx";
import { type MappingState, unfilledFields } from "./use-mapping.ts";

interface MappingListProps {
  view: ImportView;
  mapping: MappingState;
}

/** One line per column of the file: what it is called, what is in it, and the field that takes it. */
export function MappingList({ view, mapping }: MappingListProps) {
  const groups = groupsOf(view, mapping.fields);
  const isCheck = ({ heading }: ImportColumn) => heading !== "" && heading === view.checkHeading;
  const count = view.columns.filter((column, at) => mapping.settings.columns[at] || isCheck(column)).length;
  const unfilled = mapping.settings.mode === "update" ? [] : unfilledFields(view, mapping);
  return (
    <Section title="Spalten" aside={<span className="num">{`${count} von ${view.columns.length} zugeordnet`}</span>}>
      {unfilled.length > 0 && (
        <p className="mt-3 flex gap-2 rounded-10 bg-warn-soft px-4 py-3 text-ui" role="status">
          <Icon of={CircleAlert} className="mt-0.5 text-warn" />
          <span>
            Für neue Einträge fehlt: <span className="font-semibold">{unfilled.join(", ")}</span>. Zeilen ohne
            Gegenstück werden als Fehler gemeldet.
          </span>
        </p>
      )}
      <ul>
        {view.columns.map((column, at) => (
          <ColumnRow
            // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place in the file
            key={at}
            column={column}
            isCheck={isCheck(column)}
            at={at}
            groups={groups}
            value={mapping.settings.columns[at] ?? null}
            error={mapping.errors[at]}
            onChange={(field) => mapping.mapColumn(at, field)}
            rules={<ColumnRules view={view} mapping={mapping} at={at} />}
          />
        ))}
      </ul>
    </Section>
  );
}

interface ColumnRowProps {
  column: ImportColumn;
  isCheck: boolean;
  at: number;
  groups: readonly Group[];
  value: string | null;
  error: string | undefined;
  onChange: (field: string | null) => void;
  rules: ReactNode;
}

function ColumnRow({ column, isCheck, at, groups, value, error, onChange, rules }: ColumnRowProps) {
  const name = column.heading || `Spalte ${at + 1}`;
  const errorId = `column-${at}-error`;
  return (
    <li className="grid items-center gap-x-4 gap-y-1.5 border-b py-2 md:grid-cols-[minmax(0,1fr)_16px_minmax(0,320px)]">
      <div className="min-w-0">
        <p className="truncate text-ui font-550">{name}</p>
        <p className="truncate text-meta text-text-3">
          {isCheck
            ? "Abstand, Zeitlimit, Stichwort und mehr"
            : column.isSecret
              ? "Inhalt ausgeblendet"
              : column.samples.join(" · ") || "leer"}
        </p>
      </div>
      <Icon of={ArrowRight} size={14} className="text-text-3 max-md:hidden" />
      {isCheck ? (
        <p className="flex gap-2 text-ui text-text-2">
          <Icon of={Activity} className="mt-0.5 text-text-3" />
          Wird als Überwachung jeder Zeile eingerichtet.
        </p>
      ) : column.isSecret ? (
        <p className="flex gap-2 text-ui text-text-2">
          <Icon of={LockKeyhole} className="mt-0.5 text-text-3" />
          Sieht nach Zugangsdaten aus und wird nicht eingelesen.
        </p>
      ) : (
        <div>
          <Select
            aria-label={`Feld für „${name}“`}
            aria-invalid={error ? true : undefined}
            aria-describedby={error ? errorId : undefined}
            value={value ?? ""}
            className={value === null ? "text-text-3" : undefined}
            onChange={(event) => onChange(event.target.value || null)}
          >
            <option value="">Nicht übernehmen</option>
            {groups.map(({ title, fields }) => (
              <optgroup key={title} label={title}>
                {fields.map(([field, { label }]) => (
                  <option key={field} value={field}>
                    {label}
                  </option>
                ))}
              </optgroup>
            ))}
          </Select>
          {error && (
            <p id={errorId} className="mt-1 text-meta text-bad-text">
              {error}
            </p>
          )}
          {rules}
        </div>
      )}
    </li>
  );
}

interface Group {
  title: string;
  fields: [string, RecordField][];
}

/** The fields in the order of the form, and what the form does not ask for behind them. */
function groupsOf({ type }: ImportView, fields: readonly [string, RecordField][]): Group[] {
  const known = new Map(fields);
  const groups = declarationOf(type).sections.map(({ title, fields: names }) => ({
    title,
    fields: names.flatMap((name): [string, RecordField][] => {
      const field = known.get(name);
      known.delete(name);
      return field ? [[name, field]] : [];
    }),
  }));
  return [...groups, { title: "Weitere", fields: [...known] }].filter((group) => group.fields.length > 0);
}

interface ColumnRulesProps {
  view: ImportView;
  mapping: MappingState;
  /** The place of the column in the file. */
  at: number;
}

/** In which order a column has its dates, and what becomes of a row with a cell that does not fit. */
function ColumnRules({ view, mapping, at }: ColumnRulesProps) {
  const { settings, change } = mapping;
  const declaration = declarationOf(view.type);
  const name = settings.columns[at];
  const field = name ? declaration.fields[name] : undefined;
  if (!name || !field) return null;
  const heading = view.columns[at]?.heading || `Spalte ${at + 1}`;
  const order = settings.dateOrders[name];
  const setOrder = (order: DateOrder | "") => {
    const { [name]: _, ...others } = settings.dateOrders;
    change({ dateOrders: order === "" ? others : { ...others, [name]: order } });
  };
  return (
    <div className="mt-1.5 grid gap-1.5">
      {field.kind === "date" && (
        <ChoiceSelect
          aria-label={`Reihenfolge in „${heading}“`}
          labels={{ "": "Datum: in jeder Schreibweise", dmy: "Datum: Tag zuerst", mdy: "Datum: Monat zuerst" }}
          value={order ?? ""}
          onChange={setOrder}
        />
      )}
      {canBeNoted(declaration, name) && (
        <ChoiceSelect
          aria-label={`Wenn ein Wert in „${heading}“ nicht passt`}
          labels={{
            skipRow: "Passt nicht: Zeile auslassen",
            toNotes: "Passt nicht: in die Notizen",
          }}
          value={settings.unfit[name] ?? "skipRow"}
          onChange={(rule) => change({ unfit: { ...settings.unfit, [name]: rule } })}
        />
      )}
    </div>
  );
}

/** Whether a field may stay empty, can be filled wrongly, and its records have notes to keep what stood in the cell. */
function canBeNoted({ fields, titleField }: Declaration, name: string): boolean {
  const field = fields[name];
  if (!field || field.required || name === titleField || fields.notes?.kind !== "markdown") return false;
  if (field.kind === "markdown" || field.kind === "texts") return false;
  return !(field.kind === "text" && field.format === "plain");
}
