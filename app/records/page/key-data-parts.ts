import { declarationOf } from "../../../contract/records/declarations.ts";
import type { Field } from "../../../contract/records/fields.ts";
import type { RecordRow } from "../../../contract/records/rows.ts";
import { isShown } from "../../../contract/records/shown-when.ts";
import type { PageUi } from "../record-ui.tsx";
import { isEmptyValue } from "../values/empty-value.ts";

export interface KeyDatum {
  name: string;
  field: Field;
  isEmpty: boolean;
}

export interface KeyDataPart {
  title: string;
  rows: KeyDatum[];
}

/** The name, the tags and the notes have places of their own on the page. */
const elsewhere: readonly Field["kind"][] = ["tags", "markdown", "machine"];

/**
 * What a page shows of a record, in the sections of its declaration. Without `all` empty fields are left out, except
 * for those that matter: of the first section, of the list, and required ones. What the server works out stands beside
 * the entered field that it belongs to.
 */
export function keyDataParts(
  record: RecordRow,
  {
    all,
    derivedBeside = {},
    hidden: leftOutOf = [],
    fillers = {},
  }: { all: boolean } & Pick<PageUi, "derivedBeside" | "hidden" | "fillers">,
): { parts: KeyDataPart[]; hidden: number } {
  const { fields, sections, list, titleField } = declarationOf(record.type);
  const leftOut = typeof leftOutOf === "function" ? leftOutOf(record) : leftOutOf;
  const seen = new Set<string>();
  let hidden = 0;
  const matters = (name: string) => {
    return fields[name]?.required === true || list.columns.includes(name) || sections[0]?.fields.includes(name);
  };
  const parts = sections.map((section) => {
    const names = section.fields.flatMap((name) => [name, ...(derivedBeside[name] ?? [])]);
    const rows = names.flatMap((name): KeyDatum[] => {
      const field = fields[name];
      // A value that is kept from this person is absent, which is not the same as empty.
      if (
        leftOut.includes(name) ||
        !field ||
        !(name in record.values) ||
        elsewhere.includes(field.kind) ||
        seen.has(name)
      )
        return [];
      seen.add(name);
      const value = record.values[name];
      const isEmpty = isEmptyValue(value) || value === false;
      if (isEmpty && !isShown(field, record.values)) return [];
      // What stands in the page's head or in the column beside is not said again.
      if (!isEmpty && (field.kind === "links" || name === titleField || name === "customerId")) return [];
      if (isEmpty && !all && !fillers[name] && (field.readOnly || !matters(name))) {
        hidden += field.readOnly ? 0 : 1;
        return [];
      }
      return [{ name, field, isEmpty }];
    });
    return { title: section.title, rows };
  });
  return { parts: parts.filter(({ rows }) => rows.length > 0), hidden };
}
