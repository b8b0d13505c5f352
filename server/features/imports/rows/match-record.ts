import type { Cell } from "../../../../contract/imports/imports.ts";
import type { Field, Output } from "../../../../contract/records/fields.ts";
import { fieldNamed, refOf } from "../../../../contract/records/read-value.ts";
import type { RecordBody } from "../../../../contract/records/rows.ts";
import type { Db } from "../../../db/connection.ts";
import { toCell } from "../../../records/export/cells.ts";
import type { RecordContext } from "../../../records/record-context.ts";
import { storeOf } from "../../../records/registry.ts";
import { readRows } from "../../../records/rows.ts";
import { isNothing, withoutFormulaGuard } from "../cells/cell-content.ts";
import type { Mapping } from "../columns/mapping.ts";
import { type IndexSection, nameKey, type RecordIndex, valueKey } from "./record-index.ts";

/** How many records of one name are compared with a row without a key. */
const maxCandidates = 500;
const atOnce = 25;

/** The record that a row means. */
export type Match =
  | { kind: "none" }
  /** `same` are the fields whose cells say what stands in the record already. */
  | { kind: "found"; id: string; same: ReadonlySet<string> }
  | { kind: "archived"; id: string; title: string }
  /** Several fit; `field` is the key by which they were found. */
  | { kind: "ambiguous"; field: string | undefined };

interface Asked {
  db: Db;
  ctx: RecordContext;
  mapping: Mapping;
  index: RecordIndex;
  /** What the row says. */
  planned: RecordBody;
  cells: readonly Cell[];
  /** Whether a record belongs to another row of the file already. */
  isTaken(id: string): boolean;
}

interface Candidate {
  id: string;
  title: string;
  values: Record<string, Output>;
  same: ReadonlySet<string>;
  /** Every mapped cell says what an export of the record says. */
  isWhole: boolean;
}

/**
 * Finds the record of a row by its natural keys, where it has none by its title and what else tells records apart, and
 * at last by being exactly what the row says. What lies in the archive is found where nothing in use is meant.
 */
export async function matchRecord(asked: Asked): Promise<Match> {
  const active = await findIn(asked, "active");
  if (active.kind === "found" && active.candidate.isWhole) return toMatch(active);
  const archived = await findIn(asked, "archive");
  if (archived.kind === "found" && (active.kind === "none" || archived.candidate.isWhole))
    return { kind: "archived", id: archived.candidate.id, title: archived.candidate.title };
  if (active.kind === "none" && archived.kind === "ambiguous") return archived;
  return toMatch(active);
}

type Finding =
  | { kind: "none" }
  | { kind: "found"; candidate: Candidate }
  | { kind: "ambiguous"; field: string | undefined };

function toMatch(finding: Finding): Match {
  return finding.kind === "found" ? { kind: "found", id: finding.candidate.id, same: finding.candidate.same } : finding;
}

async function findIn(asked: Asked, section: IndexSection): Promise<Finding> {
  const { mapping, index, planned } = asked;
  const { declaration } = mapping;
  const keys = keysOf(mapping, planned);
  for (const [at, { field, value }] of keys.entries()) {
    const ids = index.withKey(field, value, section);
    if (ids.length === 0) continue;
    const found = await choose(asked, ids, { earlier: keys.slice(0, at), isKey: true });
    if (found.kind === "found") return found;
    if (found.kind === "ambiguous") return { ...found, field };
  }
  const { titleField, identity } = declaration;
  if (keys.length > 0 && !identity) return { kind: "none" };
  return choose(asked, index.withKey(titleField, planned[titleField], section), { earlier: keys, isKey: false });
}

export interface Key {
  field: string;
  value: unknown;
  /** Equal for equal keys. */
  text: string;
}

/** The natural keys that a row has, the surest first. */
export function keysOf({ declaration }: Mapping, planned: RecordBody): Key[] {
  return declaration.naturalKeys.flatMap((field) => {
    const text = valueKey(fieldNamed(declaration.fields, field), planned[field]);
    return text === undefined ? [] : [{ field, value: planned[field], text: `${field}\n${text}` }];
  });
}

interface Choice {
  /** Keys of the row by which nothing was found: a record that has others in their place is another one. */
  earlier: readonly Key[];
  /** The candidates share a natural key of the row, and not its title alone. */
  isKey: boolean;
}

async function choose(asked: Asked, all: readonly string[], { earlier, isKey }: Choice): Promise<Finding> {
  // Of several that the row may mean, each belongs to one row only.
  const isOnly = isKey && all.length === 1;
  const ids = isOnly ? all : all.filter((id) => !asked.isTaken(id));
  const fitting: Candidate[] = [];
  for (let start = 0; start < Math.min(ids.length, maxCandidates); start += atOnce) {
    for (const candidate of await readCandidates(asked, ids.slice(start, start + atOnce))) {
      if (earlier.some(({ field }) => candidate.values[field])) continue;
      if (candidate.isWhole || isOnly) return { kind: "found", candidate };
      if (isSameIdentity(asked, candidate)) fitting.push(candidate);
    }
  }
  const [first] = fitting;
  if (first && fitting.length === 1) return { kind: "found", candidate: first };
  const isUndecided = fitting.length > 1 || ids.length > maxCandidates || (isKey && earlier.length === 0);
  return isUndecided ? { kind: "ambiguous", field: undefined } : { kind: "none" };
}

/** Whether the row says, in the columns that it has, all that tells records of one title apart. */
function isSameIdentity({ mapping, planned, cells }: Asked, { values }: Candidate): boolean {
  const { identity, titleField } = mapping.declaration;
  if (!identity) return false;
  return mapping.fields
    .filter(({ name }) => name === titleField || identity.includes(name))
    .every(({ name, columns }) => {
      const value = values[name];
      const cell = cells[columns[0]?.at ?? -1] ?? "";
      if (!value) return isNothing(cell);
      const ref = refOf(value);
      return (
        nameKey(String(cell)) === nameKey(ref?.label ?? String(value)) || (ref !== null && planned[name] === ref.id)
      );
    });
}

async function readCandidates({ db, ctx, mapping, cells }: Asked, ids: readonly string[]): Promise<Candidate[]> {
  const { declaration, fields } = mapping;
  const names = [...fields.map(({ name }) => name), ...declaration.naturalKeys, ...(declaration.identity ?? [])];
  const rows = await readRows(db, storeOf(declaration.type), ctx, ids, names);
  return rows.map(({ id, title, values }) => {
    const said = fields.filter(({ columns }) => columns.length === 1);
    const cellOf = (columns: readonly { at: number }[]) => cells[columns[0]?.at ?? -1] ?? "";
    const equal = said.filter(({ name, field, columns }) => isAsExported(field, values[name], cellOf(columns)));
    return {
      id,
      title,
      values,
      same: new Set(equal.map(({ name }) => name)),
      isWhole: equal.length === fields.length,
    };
  });
}

/** Whether a cell of a file says exactly what an export writes of a value, as CSV or as a spreadsheet. */
function isAsExported(field: Field, value: Output | undefined, cell: Cell): boolean {
  const exported = toCell(field, value);
  if (exported.kind === "empty") return isNothing(cell);
  if (exported.kind === "number") {
    if (typeof cell === "number") return cell.toFixed(exported.decimals) === exported.value.toFixed(exported.decimals);
    return cell.replace(",", ".") === exported.value.toFixed(exported.decimals);
  }
  const written = normal(exported.kind === "date" ? exported.date : exported.text);
  const read = normal(String(cell));
  return read === written || normal(withoutFormulaGuard(read)) === written;
}

/** Text without what files and their readers do not keep: signs that XML does not know, kinds of line ends, outer spaces. */
function normal(text: string): string {
  return text
    .toWellFormed()
    .replace(/\r\n?/g, "\n")
    .replace(/[^\t\n\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, "")
    .trim();
}
