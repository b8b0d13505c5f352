import { creatableRelations } from "../../../../contract/imports/import-fields.ts";
import type { DateOrder, ImportSettings } from "../../../../contract/imports/imports.ts";
import type { Declaration } from "../../../../contract/records/declaration.ts";
import type { Field } from "../../../../contract/records/fields.ts";
import { fieldNamed } from "../../../../contract/records/read-value.ts";
import type { RecordType } from "../../../../contract/records/record-types.ts";
import { readCell } from "../../../../contract/records/table-cell.ts";
import { nameKey } from "../rows/record-index.ts";
import { headingKey, headingsOf } from "./headings.ts";
import { recognisePreset } from "./presets.ts";

export interface FileColumn {
  /** Empty where the file has no headings. */
  heading: string;
  samples: string[];
  dates?: DateOrder;
  isSecret?: true;
}

export interface Proposal {
  preset: string | null;
  settings: ImportSettings;
}

/** What is in the portal already. */
interface Known {
  /** By their names, addresses and user names. */
  people?: ReadonlyMap<string, unknown>;
}

const similarEnough = 0.78;
/** What is called exactly like a field that can be imported comes before what is called like one that cannot. */
const exactEnough = 1.5;

/** Which field each column means, by known exports, headings and, without headings, by contents. */
export function proposeSettings(
  declaration: Declaration,
  fields: readonly [string, Field][],
  columns: readonly FileColumn[],
  { people }: Known = {},
): Proposal {
  const preset = recognisePreset(
    declaration.type,
    columns.map(({ heading }) => heading),
  );
  const given = new Map(Object.entries(preset?.columns ?? {}).map(([heading, name]) => [headingKey(heading), name]));
  const names = new Set(fields.map(([name]) => name));
  const own = ownColumns(declaration, columns);
  const fixed = columns.map(({ heading }, at) => {
    const known = given.get(headingKey(heading));
    return known === undefined ? own[at] : known;
  });
  const taken = new Set(fixed.filter((name) => typeof name === "string"));
  const open = fields.filter(([name]) => !taken.has(name));
  const hasHeadings = columns.some(({ heading }) => heading !== "");
  const found = hasHeadings
    ? byHeading(
        declaration.type,
        open,
        Object.entries(declaration.fields).filter(([name]) => !names.has(name)),
        columns.map(({ heading }, at) => (fixed[at] === undefined ? heading : "")),
      )
    : byContent(declaration, open, columns);
  const mapped = columns.map((_, at) => {
    const name = fixed[at];
    if (columns[at]?.isSecret) return null;
    const proposed = (name === undefined ? found[at] : name) ?? null;
    if (proposed === null || !names.has(proposed)) return null;
    const isKnown = given.has(headingKey(columns[at]?.heading ?? ""));
    const field = fieldNamed(declaration.fields, proposed);
    return isKnown || fits(field, columns[at]?.samples ?? [], people) ? proposed : null;
  });
  const isKind = (name: string, test: (field: Field) => boolean) => test(fieldNamed(declaration.fields, name));
  const dateOrders = columns.flatMap(({ dates }, at): [string, DateOrder][] => {
    const name = mapped[at];
    return dates && name && isKind(name, ({ kind }) => kind === "date") ? [[name, dates]] : [];
  });
  const phones = mapped.filter(
    (name) => name && isKind(name, (field) => field.kind === "text" && field.format === "phone"),
  );
  const isOwn = columns.every(({ heading }, at) => heading === "" || own[at] !== undefined);
  const creatable = creatableRelations(fields).filter((name) => mapped.includes(name));
  return {
    preset: preset?.key ?? null,
    settings: {
      columns: mapped,
      createMissing: creatable.filter((name) => (preset ? preset.createMissing.includes(name) : isTags(fields, name))),
      mode: isOwn && !tellsRecordsApart(declaration, mapped) ? "update" : "upsert",
      dates: preset?.dates ?? "dmy",
      decimals: preset?.decimals ?? "comma",
      dateOrders: Object.fromEntries(dateOrders),
      // A number that cannot be read is still one that people can dial.
      unfit: Object.fromEntries(phones.map((name) => [name, "toNotes"])),
      values: {},
    },
  };
}

/** Whether any of the contents can be one of the field; what names other records may name new ones. */
function fits(field: Field, samples: readonly string[], people: Known["people"]): boolean {
  if (samples.length === 0) return true;
  if (field.kind === "choice") return samples.some((sample) => "value" in readCell(field, sample));
  if (field.kind !== "relation") return true;
  if (field.to === "user") return !people || samples.some((sample) => people.has(nameKey(sample)));
  // A customer is also found by a domain, a website or a mail address of theirs.
  if (field.to === "customer") return samples.some((sample) => /\p{L}/u.test(sample));
  return samples.some((sample) => /\p{L}/u.test(sample) && !/^(https?:\/\/|[^\s@]+@[^\s@]+$)/i.test(sample));
}

/**
 * The fields of headings that an export of the portal writes, exactly as it writes them; null for fields that nobody
 * imports, undefined for all other headings.
 */
function ownColumns({ fields }: Declaration, columns: readonly FileColumn[]): (string | null | undefined)[] {
  const byLabel = new Map(Object.entries(fields).map(([name, { label }]) => [label, name]));
  const taken = new Set<string>();
  return columns.map(({ heading }) => {
    const name = byLabel.get(heading.trim());
    if (name === undefined || taken.has(name)) return undefined;
    taken.add(name);
    return name;
  });
}

/** Whether a row of these columns can be told from others; without that, each would be a new record. */
function tellsRecordsApart({ naturalKeys, titleField }: Declaration, mapped: readonly (string | null)[]): boolean {
  return [...naturalKeys, titleField].some((name) => mapped.includes(name));
}

const isTags = (fields: readonly [string, Field][], wanted: string) =>
  fields.some(([name, { kind }]) => name === wanted && kind === "tags");

type NamedField = readonly [string, Field];

/** `locked` are fields that nobody imports: a column that is called like one of them is nothing else. */
function byHeading(
  type: RecordType,
  fields: readonly NamedField[],
  locked: readonly NamedField[],
  headings: readonly string[],
): (string | null)[] {
  const pairs: { at: number; name: string | null; score: number }[] = [];
  headings.forEach((heading, at) => {
    const key = headingKey(heading);
    if (!key) return;
    const add = (name: string | null, score: number) => {
      if (score >= similarEnough) pairs.push({ at, name, score });
    };
    for (const [name, field] of fields) add(name, scoreOf(key, headingsOf(type, name, field)));
    for (const [name, field] of locked) add(null, Math.min(exactEnough, scoreOf(key, headingsOf(type, name, field))));
  });
  const proposed: (string | null | undefined)[] = headings.map(() => undefined);
  const taken = new Set<string>();
  for (const { at, name } of pairs.sort((a, b) => b.score - a.score || a.at - b.at)) {
    if (proposed[at] !== undefined || (name !== null && taken.has(name))) continue;
    proposed[at] = name;
    if (name !== null) taken.add(name);
  }
  return proposed.map((name) => name ?? null);
}

function scoreOf(key: string, known: readonly string[]): number {
  const at = known.indexOf(key);
  if (at >= 0) return 2 - at / 1000;
  if (key.length < 4) return 0;
  return Math.max(0, ...known.filter((one) => one.length >= 4).map((one) => similarity(key, one)));
}

/** Dice's coefficient over pairs of letters: 1 for the same word, 0 for nothing in common. */
function similarity(one: string, other: string): number {
  const pairs = pairsOf(one);
  const others = pairsOf(other);
  let common = 0;
  for (const pair of pairs) {
    const at = others.indexOf(pair);
    if (at < 0) continue;
    others.splice(at, 1);
    common += 1;
  }
  return (2 * common) / (one.length - 1 + other.length - 1);
}

const pairsOf = (word: string) => Array.from({ length: word.length - 1 }, (_, at) => word.slice(at, at + 2));

const looks: readonly [RegExp, readonly string[]][] = [
  [/^[^\s@]+@[^\s@]+\.[^\s@]+$/, ["email"]],
  [/^(\d{1,3}\.){3}\d{1,3}$/, ["ip"]],
  [/^(https?:\/\/)?[^\s@/]+\.[^\s@/]{2,}(\/\S*)?$/i, ["url", "domain", "hostname"]],
  [/^[+0][\d\s/()-]{5,}$/, ["phone"]],
];

/** A list without headings: each column by what it holds, and the first one else by the name of the record. */
function byContent(
  { naturalKeys, titleField }: Declaration,
  fields: readonly [string, Field][],
  columns: readonly FileColumn[],
): (string | null)[] {
  const taken = new Set<string>();
  const take = (name: string | undefined) => {
    if (name === undefined || taken.has(name)) return null;
    taken.add(name);
    return name;
  };
  const keysFirst = [...fields].sort(([a], [b]) => Number(naturalKeys.includes(b)) - Number(naturalKeys.includes(a)));
  const proposed = columns.map(({ samples }) => {
    const filled = samples.filter(Boolean);
    const formats = looks.find(([pattern]) => filled.length > 0 && filled.every((one) => pattern.test(one)))?.[1] ?? [];
    return take(
      keysFirst.find(
        ([name, field]) =>
          !taken.has(name) &&
          (field.kind === "text" || field.kind === "texts") &&
          formats.includes(field.format) &&
          (field.format !== "url" || naturalKeys.includes(name) || !formats.includes("hostname")),
      )?.[0],
    );
  });
  if (proposed[0] === null && fields.some(([name]) => name === titleField)) proposed[0] = take(titleField);
  return proposed;
}
