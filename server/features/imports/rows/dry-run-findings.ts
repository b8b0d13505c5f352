import { type ColumnEffect, type UnknownValues, valueOfFile } from "../../../../contract/imports/imports.ts";
import { declarationOf } from "../../../../contract/records/declarations.ts";
import type { RecordType } from "../../../../contract/records/record-types.ts";
import type { Outcome } from "./decide-row.ts";

const maxSamples = 3;
const maxUnknown = 50;

/** Counts of each column how many records it meets, and how many of their values it would replace or fill. */
export function weighEffects(type: RecordType) {
  const { fields } = declarationOf(type);
  const effects = new Map<string, ColumnEffect>();
  const effectOf = (field: string) => {
    const known = effects.get(field) ?? { field, met: 0, replaced: 0, filled: 0, samples: [] };
    effects.set(field, known);
    return known;
  };
  return {
    add({ met, changes, result }: Outcome) {
      for (const field of met) effectOf(field).met += 1;
      if (result !== "updated") return;
      for (const { field, before, after } of changes) {
        if (!met.includes(field)) continue;
        const effect = effectOf(field);
        // Tags and links are added to what is there.
        const isAdded = ["tags", "links"].includes(fields[field]?.kind ?? "");
        if (isAdded || isEmpty(before)) effect.filled += 1;
        else {
          effect.replaced += 1;
          if (effect.samples.length < maxSamples) effect.samples.push({ before, after });
        }
      }
    },
    /** The columns that change something, the strongest first. */
    found: (): ColumnEffect[] =>
      [...effects.values()]
        .filter(({ replaced, filled }) => replaced + filled > 0)
        .sort((a, b) => b.replaced - a.replaced || b.filled - a.filled),
  };
}

const isEmpty = (value: unknown) =>
  value === null || value === undefined || value === false || (Array.isArray(value) && value.length === 0);

/** Counts the contents that stand for nothing, by field. */
export function countUnknown() {
  const byField = new Map<string, Map<string, { text: string; rows: number }>>();
  return {
    add({ unknown }: Outcome) {
      for (const { field, text } of unknown) {
        const values = byField.get(field) ?? new Map<string, { text: string; rows: number }>();
        byField.set(field, values);
        const key = valueOfFile(text);
        const known = values.get(key) ?? { text: text.slice(0, 200), rows: 0 };
        values.set(key, { ...known, rows: known.rows + 1 });
      }
    },
    found: (): UnknownValues[] =>
      [...byField].map(([field, values]) => ({
        field,
        count: values.size,
        values: [...values.values()].sort((a, b) => b.rows - a.rows).slice(0, maxUnknown),
      })),
  };
}
