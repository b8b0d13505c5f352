import type { DateOrder, ImportView } from "../../../contract/imports/imports.ts";
import type { Declaration } from "../../../contract/records/declaration.ts";
import { declarationOf } from "../../../contract/records/declarations.ts";
import { ChoiceSelect } from "../../ui/form/choice-select.tsx";
import type { MappingState } from "./use-mapping.ts";

interface ColumnRulesProps {
  view: ImportView;
  mapping: MappingState;
  /** The place of the column in the file. */
  at: number;
}

/** In which order a column has its dates, and what becomes of a row with a cell that does not fit. */
export function ColumnRules({ view, mapping, at }: ColumnRulesProps) {
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
