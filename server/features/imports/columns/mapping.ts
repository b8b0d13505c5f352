import { creatableRelations, importableFields, takesSeveral } from "../../../../contract/imports/import-fields.ts";
import type { ImportColumn, ImportSettings } from "../../../../contract/imports/imports.ts";
import type { Declaration } from "../../../../contract/records/declaration.ts";
import { declarationOf } from "../../../../contract/records/declarations.ts";
import type { Field } from "../../../../contract/records/fields.ts";
import type { RecordType } from "../../../../contract/records/record-types.ts";
import { forbidden, invalidField } from "../../../problem.ts";
import { maySeeField } from "../../../records/field-access.ts";
import type { Person } from "../../../trpc/context.ts";
import { headingKey } from "./headings.ts";
import { findPreset, type Preset } from "./presets.ts";

/** A field and the columns of the file that it is read from. */
export interface MappedField {
  name: string;
  field: Field;
  columns: { at: number; heading: string }[];
  /** Unknown names become new records. */
  createsMissing: boolean;
}

export interface Mapping {
  declaration: Declaration;
  fields: MappedField[];
  settings: ImportSettings;
  preset: Preset | undefined;
  /** The index of the column that says how a record is to be looked at. */
  checkColumn: number | undefined;
  /** The indexes of the columns that stand in for empty ones of a mapped field. */
  fallbacks: { name: string; columns: number[]; sets: Readonly<Record<string, string>> }[];
}

/** Settings as they are stored; what older ones do not know is empty. */
export function readSettings(json: string): ImportSettings {
  return { dateOrders: {}, unfit: {}, values: {}, ...JSON.parse(json) };
}

/** Makes settings ready for use; refuses fields that this person may not write, and fields that are named twice. */
export function openMapping(
  person: Pick<Person, "role">,
  type: RecordType,
  settings: ImportSettings,
  { columns, preset }: { columns: readonly ImportColumn[]; preset: string | null },
): Mapping {
  const declaration = declarationOf(type);
  const importable = new Map(importableFields(person.role, type));
  const creatable = new Set(creatableRelations([...importable]));
  const fields = new Map<string, MappedField>();
  for (const [at, name] of settings.columns.entries()) {
    if (name === null) continue;
    const fieldPath = `settings.columns.${at}`;
    const hidden = Object.hasOwn(declaration.fields, name) ? declaration.fields[name] : undefined;
    if (hidden && !maySeeField(person, hidden)) throw forbidden(`${hidden.label}: Dafür fehlt dir die Berechtigung.`);
    const field = importable.get(name);
    if (!field) throw invalidField(fieldPath, `Spalte ${at + 1}: Dieses Feld lässt sich nicht importieren.`);
    const known = fields.get(name);
    if (known && !takesSeveral(field))
      throw invalidField(fieldPath, `${field.label}: Dieses Feld ist zwei Spalten zugeordnet.`);
    if (columns[at]?.isSecret) throw invalidField(fieldPath, `Spalte ${at + 1}: Zugangsdaten werden nicht eingelesen.`);
    const column = { at, heading: columns[at]?.heading || `Spalte ${at + 1}` };
    if (known) known.columns.push(column);
    else
      fields.set(name, {
        name,
        field,
        columns: [column],
        createsMissing: settings.createMissing.includes(name) && creatable.has(name),
      });
  }
  if (fields.size === 0) throw invalidField("settings.columns", "Bitte ordne mindestens eine Spalte zu.");
  const known = findPreset(preset);
  const fallbacks = (known?.fallbacks ?? []).flatMap(({ field, headings, sets }) => {
    const indexes = headings
      .map((heading) => columns.findIndex((column) => headingKey(column.heading) === headingKey(heading)))
      .filter((at) => at >= 0);
    return importable.has(field) && indexes.length > 0 ? [{ name: field, columns: indexes, sets: sets ?? {} }] : [];
  });
  const checkAt = columns.findIndex(({ heading }) => heading !== "" && heading === known?.setsUpChecks);
  const checkColumn = checkAt < 0 ? undefined : checkAt;
  return { declaration, fields: [...fields.values()], settings, preset: known, checkColumn, fallbacks };
}

/** The heading of the column that a field is read from; null when none is. */
export function columnOf({ fields }: Mapping, name: string | undefined): string | null {
  return fields.find((mapped) => mapped.name === name)?.columns[0]?.heading ?? null;
}
