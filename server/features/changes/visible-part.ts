import type { HistoryEntry } from "../../../contract/changes/record-history.ts";
import { maySeeField } from "../../records/field-access.ts";
import { fieldOf, type RecordStore } from "../../records/store.ts";
import type { Person } from "../../trpc/context.ts";

type Contents = Record<string, unknown>;

/** The changed fields that a person may see, in the order of the declaration, and how many are kept from them. */
export function visiblePart(
  person: Pick<Person, "role">,
  store: RecordStore,
  before: Contents,
  after: Contents,
): Pick<HistoryEntry, "fields" | "hiddenFields"> {
  const changed = Object.keys(store.declaration.fields).filter((name) => name in before || name in after);
  const visible = changed.filter((name) => {
    const field = fieldOf(store, name);
    return field && maySeeField(person, field);
  });
  return {
    fields: visible.map((field) => ({ field, before: before[field] ?? null, after: after[field] ?? null })),
    hiddenFields: changed.length - visible.length,
  };
}
