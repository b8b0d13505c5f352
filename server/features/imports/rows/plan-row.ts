import { isCheckoutField, targetOf } from "../../../../contract/imports/import-fields.ts";
import {
  type Cell,
  type DateOrder,
  type RowProblem,
  type ValueTable,
  valueOfFile,
} from "../../../../contract/imports/imports.ts";
import { declarationOf } from "../../../../contract/records/declarations.ts";
import type { Field, Input } from "../../../../contract/records/fields.ts";
import { roleLinksOf, textsOf } from "../../../../contract/records/read-value.ts";
import type { RecordBody } from "../../../../contract/records/rows.ts";
import { readCell } from "../../../../contract/records/table-cell.ts";
import { readCountry } from "../../../../contract/values/postal-address.ts";
import { readNumericDate } from "../../../imports/date-order.ts";
import { limits } from "../../../imports/limits.ts";
import { contentOf } from "../cells/cell-content.ts";
import { countryText } from "../cells/countries.ts";
import { readPhoneCell } from "../cells/phone-cell.ts";
import { readCheckout, type WantedCheckout } from "../checkout.ts";
import type { MappedField, Mapping } from "../columns/mapping.ts";
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
  checkout?: WantedCheckout;
  problems: RowProblem[];
  /** What could not be read as a value and goes to the notes, with a hint for each. */
  kept: KeptContent[];
  /** Contents of choices and names that stand for nothing. */
  unknown: { field: string; text: string }[];
}

export interface KeptContent {
  note: string;
  hint: RowProblem;
}

/** What a formula shows that could not be computed, in German and in English. */
const spreadsheetError = /^#(DIV\/0!|REF!|NAME\?|VALUE!|NUM!|NULL!|BEZUG!|WERT!|ZAHL!|SPILL!|ÜBERLAUF!)$/i;
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
  const row: PlannedRow = { body: {}, missing: [], problems: [], kept: [], unknown: [] };
  const told: Content[] = [];
  for (const mapped of mapping.fields) {
    if (leftOut.has(mapped.name)) continue;
    const contents = mapped.columns.flatMap(({ at, heading }) => {
      const cell = cells[at] ?? "";
      if (typeof cell === "string" && cell.length > limits.cellLength) {
        row.problems.push({ column: heading, message: "Die Zelle hat mehr als 32.767 Zeichen." });
        return [];
      }
      if (typeof cell === "string" && spreadsheetError.test(cell)) {
        row.problems.push({ column: heading, message: `Die Tabelle zeigt hier den Fehler ${cell}.` });
        return [];
      }
      const content = contentOf(cell, mapped.field, mapped.name, mapping.settings, mapping.preset);
      return content === "" ? [] : [{ name: mapped.name, heading, content }];
    });
    if (contents.length === 0) continue;
    if (isCheckoutField(mapping.declaration.type, mapped.name)) told.push(...contents);
    const read: PlannedRow = { ...row, missing: [], problems: [] };
    readField(read, directory, { mapping, mapped, cells }, contents);
    if (read.problems.length > 0 && goesToNotes(mapping, mapped.name)) {
      delete row.body[mapped.name];
      row.kept.push(...read.problems.map((problem) => toKept(contents, problem)));
      continue;
    }
    row.problems.push(...read.problems);
    row.missing.push(...read.missing);
  }
  addFallbacks(row.body, mapping, cells);
  if (mapping.declaration.type === "contact" && row.body.customerId === undefined && row.problems.length === 0) {
    const customer = directory.find("customer", String(row.body.email ?? ""));
    if (typeof customer === "string") row.body.customerId = customer;
  }
  if (told.length > 0) row.checkout = readCheckout(row.body, directory, told);
  return row;
}

/** What a known export says in other columns when those of a field are empty: a person has two names, and none of a company. */
function addFallbacks(body: RecordBody, { fallbacks }: Mapping, cells: readonly Cell[]): void {
  for (const { name, columns, sets } of fallbacks) {
    if (body[name] !== undefined && body[name] !== "") continue;
    const text = columns
      .map((at) => String(cells[at] ?? "").trim())
      .filter(Boolean)
      .join(" ");
    if (text) Object.assign(body, { [name]: text }, sets);
  }
}

/** Whether a cell of a field that does not fit leaves the field empty and goes to the notes. */
export function goesToNotes({ settings, declaration }: Mapping, name: string): boolean {
  return settings.unfit[name] === "toNotes" && declaration.fields.notes?.kind === "markdown";
}

export const inNotes = "Der Inhalt steht in den Notizen.";

function toKept(contents: readonly Content[], { column, message }: RowProblem): KeptContent {
  const note = contents.map(({ heading, content }) => `${heading}: ${content}`).join("\n\n");
  return { note, hint: { column, message: `${message} ${inNotes}` } };
}

/** What a cell says. */
export interface Content {
  name: string;
  heading: string;
  content: string;
}

interface Reading {
  mapping: Mapping;
  mapped: MappedField;
  cells: readonly Cell[];
}

function readField(row: PlannedRow, directory: NameDirectory, reading: Reading, contents: Content[]): void {
  const { mapping, mapped, cells } = reading;
  const { name, field } = mapped;
  const heading = contents[0]?.heading ?? "";
  const table = mapping.settings.values[name] ?? {};
  if (targetOf(field)) {
    const found = contents.flatMap((content) => findNames(row, directory, { mapped, table, ...content }));
    const ids = [...new Set(found.map(({ id }) => id))];
    if (field.kind === "relation" && ids.length === 0) return;
    if (field.kind === "relation") row.body[name] = ids[0] ?? null;
    else if (field.kind === "tags") row.body[name] = ids;
    else row.body[name] = found;
    return;
  }
  const isNote = field.kind === "markdown" && mapped.columns.length > 1;
  const text = isNote
    ? contents.map(({ heading, content }) => `${heading}: ${content}`).join("\n\n")
    : contents.map(({ content }) => content).join(field.kind === "markdown" ? "\n\n" : "; ");
  const meant = field.kind === "choice" ? meaningOf(table, text) : undefined;
  if (meant === "") return;
  if (meant !== undefined && field.kind === "choice" && Object.hasOwn(field.options, meant)) {
    row.body[name] = meant;
    return;
  }
  const isPhone = field.kind === "text" && field.format === "phone";
  const phone = isPhone ? readPhoneCell(text, countryOf(mapping, cells)) : undefined;
  if (phone?.isShortened) row.kept.push(toKept(contents, { column: heading, message: "Ohne Nebenstelle." }));
  const read = readCell(field, phone ? phone.number : text);
  if ("value" in read) {
    row.body[name] = read.value;
    return;
  }
  if (field.kind === "choice") row.unknown.push({ field: name, text });
  const isDate = field.kind === "date" && mapping.settings.dateOrders[name];
  const contradiction = isDate && readNumericDate(text) && contradictions[isDate];
  row.problems.push({ column: heading, message: contradiction || read.problem });
}

const contradictions: Record<DateOrder, string> = {
  dmy: "In dieser Spalte steht der Tag zuerst; so gelesen gibt es das Datum nicht.",
  mdy: "In dieser Spalte steht der Monat zuerst; so gelesen gibt es das Datum nicht.",
};

/** What a table of values says of a content; undefined where it says nothing. */
function meaningOf(table: ValueTable, text: string): string | undefined {
  const key = valueOfFile(text);
  return Object.hasOwn(table, key) ? table[key] : undefined;
}

/** The country that a row names, by which its telephone numbers are read. */
function countryOf({ fields }: Mapping, cells: readonly Cell[]): string {
  for (const { field, columns } of fields) {
    if (field.kind !== "text" || field.format !== "country") continue;
    const reading = readCountry(countryText(String(cells[columns[0]?.at ?? -1] ?? "")));
    if ("value" in reading) return reading.value;
  }
  return "DE";
}

interface Naming extends Content {
  mapped: MappedField;
  table: ValueTable;
}

function findNames(
  row: PlannedRow,
  directory: NameDirectory,
  { mapped: { name, field, createsMissing }, table, heading, content }: Naming,
): { id: string; role: string }[] {
  const target = targetOf(field);
  if (!target) return [];
  const isKnown = (typed: string) =>
    meaningOf(table, typed) !== undefined || typeof directory.find(target, withRole(field, typed).one) === "string";
  const names = field.kind === "relation" ? [content.trim()] : splitNames(content, isKnown);
  return names.flatMap((typed) => {
    const { one, role } = withRole(field, typed);
    const meant = meaningOf(table, typed) ?? meaningOf(table, one);
    if (meant !== undefined) return meant === "" ? [] : [{ id: meant, role }];
    const found = directory.find(target, one);
    if (typeof found === "string") return [{ id: found, role }];
    if (found === ambiguous) {
      row.unknown.push({ field: name, text: one });
      row.problems.push({ column: heading, message: `„${one}“ gibt es mehrfach.` });
      return [];
    }
    if (!createsMissing) {
      row.unknown.push({ field: name, text: one });
      const what = target === "user" ? "Person im Team" : declarationOf(target).labels.one;
      row.problems.push({ column: heading, message: `„${one}“ gibt es nicht (${what}).` });
      return [];
    }
    const pending = `${pendingPrefix}${name}:${row.missing.length}`;
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
  const settled = (id: string) => ids.get(id) ?? id;
  const settle = (value: Input): Input => {
    if (typeof value === "string") return settled(value);
    if (!Array.isArray(value)) return value;
    const links = roleLinksOf(value);
    return links.length > 0 ? links.map(({ id, role }) => ({ id: settled(id), role })) : textsOf(value).map(settled);
  };
  return Object.fromEntries(Object.entries(body).map(([name, value]) => [name, settle(value)]));
}
