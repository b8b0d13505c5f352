import { isHandOutField, targetOf } from "../../../contract/imports/import-fields.ts";
import type { Cell, RowProblem } from "../../../contract/imports/imports.ts";
import { declarationOf } from "../../../contract/records/declarations.ts";
import type { Field, Input } from "../../../contract/records/fields.ts";
import type { RecordBody } from "../../../contract/records/rows.ts";
import { readCell } from "../../../contract/records/table-cell.ts";
import { limits } from "../../imports/limits.ts";
import { contentOf } from "./cell-content.ts";
import { readHandOut, type WantedHandOut } from "./hand-out.ts";
import type { MappedField, Mapping } from "./mapping.ts";
import type { NameDirectory } from "./name-directory.ts";
import { ambiguous } from "./record-index.ts";

/** A name that no record carries yet; `pending` stands for its id until it has one. */
export interface MissingName {
  field: string;
  name: string;
  pending: string;
}

export interface PlannedRow {
  /** What the cells say, not yet validated; empty cells say nothing. */
  body: RecordBody;
  missing: MissingName[];
  /** Whom the device goes to, where the row says so. */
  handOut?: WantedHandOut;
  problems: RowProblem[];
}

const pendingPrefix = "pending:";
const separators = /([;,|\n])/;
/** Longer lists are parted at every sign. */
const maxJoined = 60;

/** Reads the mapped cells of a row, but those of fields that are left out; every wrong one becomes a problem. */
export function planRow(
  mapping: Mapping,
  directory: NameDirectory,
  cells: readonly Cell[],
  leftOut: ReadonlySet<string> = new Set(),
): PlannedRow {
  const row: PlannedRow = { body: {}, missing: [], problems: [] };
  const told: Content[] = [];
  for (const mapped of mapping.fields) {
    if (leftOut.has(mapped.name)) continue;
    const contents = mapped.columns.flatMap(({ at, heading }) => {
      const cell = cells[at] ?? "";
      if (typeof cell === "string" && cell.length > limits.cellLength) {
        row.problems.push({ column: heading, message: "Die Zelle hat mehr als 32.767 Zeichen." });
        return [];
      }
      const content = contentOf(cell, mapped.field, mapped.name, mapping.settings, mapping.preset);
      return content === "" ? [] : [{ name: mapped.name, heading, content }];
    });
    if (contents.length === 0) continue;
    if (isHandOutField(mapping.declaration.type, mapped.name)) told.push(...contents);
    readField(row, directory, mapped, contents);
  }
  if (told.length > 0) row.handOut = readHandOut(row.body, directory, told);
  return row;
}

/** What a cell says. */
export interface Content {
  name: string;
  heading: string;
  content: string;
}

function readField(row: PlannedRow, directory: NameDirectory, mapped: MappedField, contents: Content[]): void {
  const { name, field } = mapped;
  const heading = contents[0]?.heading ?? "";
  if (targetOf(field)) {
    const found = contents.flatMap(({ heading, content }) => findNames(row, directory, mapped, heading, content));
    const ids = [...new Set(found.map(({ id }) => id))];
    if (field.kind === "relation") row.body[name] = ids[0] ?? null;
    else if (field.kind === "tags") row.body[name] = ids;
    else row.body[name] = found as Input;
    return;
  }
  const isNote = field.kind === "markdown" && mapped.columns.length > 1;
  const text = isNote
    ? contents.map(({ heading, content }) => `${heading}: ${content}`).join("\n\n")
    : contents.map(({ content }) => content).join(field.kind === "markdown" ? "\n\n" : "; ");
  const read = readCell(field, text);
  if ("problem" in read) row.problems.push({ column: heading, message: read.problem });
  else row.body[name] = read.value;
}

function findNames(
  row: PlannedRow,
  directory: NameDirectory,
  { name, field, createsMissing }: MappedField,
  heading: string,
  content: string,
): { id: string; role: string }[] {
  const target = targetOf(field);
  if (!target) return [];
  const isKnown = (typed: string) => typeof directory.find(target, withRole(field, typed).one) === "string";
  const names = field.kind === "relation" ? [content.trim()] : splitNames(content, isKnown);
  return names.flatMap((typed) => {
    const { one, role } = withRole(field, typed);
    const found = directory.find(target, one);
    if (typeof found === "string") return [{ id: found, role }];
    if (found === ambiguous) {
      row.problems.push({ column: heading, message: `„${one}“ gibt es mehrfach.` });
      return [];
    }
    if (!createsMissing) {
      const what = target === "user" ? "Person im Team" : declarationOf(target).labels.one;
      row.problems.push({ column: heading, message: `„${one}“ gibt es nicht (${what}).` });
      return [];
    }
    const pending = `${pendingPrefix}${row.missing.length}`;
    row.missing.push({ field: name, name: one, pending });
    return [{ id: pending, role }];
  });
}

/** The names of a list; a name that is known may hold the signs that part others: „Müller, Meier, Schulz KG“. */
function splitNames(content: string, isKnown: (name: string) => boolean): string[] {
  // Names stand at even places, the signs between them at odd ones.
  const parts = content.split(separators);
  const names: string[] = [];
  for (let start = 0; start < parts.length; start += 2) {
    let end = start;
    if (parts.length <= maxJoined)
      for (let last = parts.length - 1; last > start && end === start; last -= 2)
        if (
          isKnown(
            parts
              .slice(start, last + 1)
              .join("")
              .trim(),
          )
        )
          end = last;
    names.push(
      parts
        .slice(start, end + 1)
        .join("")
        .trim(),
    );
    start = end;
  }
  return names.filter(Boolean);
}

/** Exports write „meier.example (Alias)“; without a role the first one is meant. */
function withRole(field: Field, typed: string): { one: string; role: string } {
  if (field.kind !== "links") return { one: typed, role: "" };
  const [, one, label] = /^(.*)\(([^()]+)\)$/.exec(typed) ?? [];
  const role = Object.entries(field.roles).find(([, known]) => known.toLowerCase() === label?.trim().toLowerCase());
  return role && one ? { one: one.trim(), role: role[0] } : { one: typed, role: Object.keys(field.roles)[0] ?? "" };
}

/** The body with ids where names were pending. */
export function withIds(body: RecordBody, ids: ReadonlyMap<string, string>): RecordBody {
  if (ids.size === 0) return body;
  const settle = (value: unknown): unknown => {
    if (typeof value === "string") return ids.get(value) ?? value;
    if (Array.isArray(value)) return value.map(settle);
    if (value && typeof value === "object" && "id" in value) return { ...value, id: settle(value.id) };
    return value;
  };
  return Object.fromEntries(Object.entries(body).map(([name, value]) => [name, settle(value) as Input]));
}
