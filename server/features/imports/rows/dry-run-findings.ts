import {
  type ColumnEffect,
  type MissingNames,
  type UnknownValues,
  valueOfFile,
} from "../../../../contract/imports/imports.ts";
import { declarationOf } from "../../../../contract/records/declarations.ts";
import type { Db } from "../../../db/connection.ts";
import type { ImportFindingTable, ImportTable } from "../../../db/tables/imports.ts";
import type { Tx } from "../../../db/transact.ts";
import type { Outcome } from "./decide-row.ts";
import { nameKey } from "./record-index.ts";

const maxSamples = 3;
const maxUnknown = 50;
const maxMissing = 8;
/** Findings of one row keep their order. */
const perRow = 1000;

type Finding = Omit<ImportFindingTable, "importId">;

/**
 * What a dry run finds, stored with the progress of its rows: of each column how many records it meets and how many of
 * their values it would replace or fill, and what the file names that nobody knows. Only one batch of it is in memory.
 */
export class DryRunFindings {
  readonly #importId: string;
  readonly #fields: ReturnType<typeof declarationOf>["fields"];
  #effects: Map<string, ColumnEffect>;
  #added: Map<string, ColumnEffect>;

  constructor({ id, recordType, effectsJson }: ImportTable) {
    this.#importId = id;
    this.#fields = declarationOf(recordType).fields;
    const known: ColumnEffect[] = JSON.parse(effectsJson);
    this.#effects = new Map(known.map((effect) => [effect.field, effect]));
    this.#added = this.#effects;
  }

  /** Part of the transaction that stores how far the dry run has come; counts from `keep()` on where that is done again. */
  async add(tx: Tx, outcomes: readonly Outcome[]): Promise<void> {
    this.#added = structuredClone(this.#effects);
    for (const outcome of outcomes) this.#weigh(outcome);
    await tx.db
      .updateTable("imports")
      .set({ effectsJson: JSON.stringify([...this.#added.values()]) })
      .where("id", "=", this.#importId)
      .execute();
    const values = findingsOf(outcomes).map((finding) => ({ importId: this.#importId, ...finding }));
    if (values.length === 0) return;
    await tx.db
      .insertInto("importFindings")
      .values(values)
      .onConflict((conflict) =>
        conflict.columns(["importId", "kind", "field", "nameKey"]).doUpdateSet((eb) => ({
          rowCount: eb("importFindings.rowCount", "+", eb.ref("excluded.rowCount")),
          text: eb.ref("excluded.text"),
        })),
      )
      .execute();
  }

  /** What was added last is committed. */
  keep(): void {
    this.#effects = this.#added;
  }

  /** The columns that change something, the strongest first. */
  effects(): ColumnEffect[] {
    return [...this.#effects.values()]
      .filter(({ replaced, filled }) => replaced + filled > 0)
      .sort((a, b) => b.replaced - a.replaced || b.filled - a.filled);
  }

  async missing(db: Db): Promise<MissingNames[]> {
    const found = await this.#read(db, "missing", maxMissing, "firstAt");
    return found.map(({ field, count, first }) => ({ field, count, samples: first.map(({ text }) => text) }));
  }

  async unknown(db: Db): Promise<UnknownValues[]> {
    const found = await this.#read(db, "unknown", maxUnknown, "rowCount");
    return found.map(({ field, count, first }) => ({
      field,
      count,
      values: first.map(({ text, rowCount }) => ({ text, rows: rowCount })),
    }));
  }

  /** How many findings each field has, and the first of them or those of most rows. */
  async #read(db: Db, kind: Finding["kind"], limit: number, by: "firstAt" | "rowCount") {
    const all = db.selectFrom("importFindings").where("importId", "=", this.#importId).where("kind", "=", kind);
    const fields = await all
      .select(["field", (eb) => eb.fn.countAll<number>().as("count")])
      .groupBy("field")
      .orderBy((eb) => eb.fn.min("firstAt"))
      .execute();
    return Promise.all(
      fields.map(async ({ field, count }) => {
        const first = all.select(["text", "rowCount"]).where("field", "=", field).limit(limit);
        const ordered = by === "rowCount" ? first.orderBy("rowCount", "desc") : first;
        return { field, count: Number(count), first: await ordered.orderBy("firstAt").execute() };
      }),
    );
  }

  #weigh({ met, changes, result }: Outcome): void {
    for (const field of met) this.#effectOf(field).met += 1;
    if (result !== "updated") return;
    for (const { field, before, after } of changes) {
      if (!met.includes(field)) continue;
      const effect = this.#effectOf(field);
      // Tags and links are added to what is there.
      const isAdded = ["tags", "links"].includes(this.#fields[field]?.kind ?? "");
      if (isAdded || isEmpty(before)) effect.filled += 1;
      else {
        effect.replaced += 1;
        if (effect.samples.length < maxSamples) effect.samples.push({ before, after });
      }
    }
  }

  #effectOf(field: string): ColumnEffect {
    const known = this.#added.get(field) ?? { field, met: 0, replaced: 0, filled: 0, samples: [] };
    this.#added.set(field, known);
    return known;
  }
}

const isEmpty = (value: unknown) =>
  value === null || value === undefined || value === false || (Array.isArray(value) && value.length === 0);

/** What some rows name that nobody knows, each thing once. */
function findingsOf(outcomes: readonly Outcome[]): Finding[] {
  const found = new Map<string, Finding>();
  for (const { number, made, unknown } of outcomes) {
    const ofRow = [
      ...made.map(({ field, name }) => ({ kind: "missing" as const, field, nameKey: nameKey(name), text: name })),
      ...unknown.map(({ field, text }) => ({ kind: "unknown" as const, field, nameKey: valueOfFile(text), text })),
    ];
    for (const [index, finding] of ofRow.entries()) {
      const name = JSON.stringify([finding.kind, finding.field, finding.nameKey]);
      const known = found.get(name);
      if (known) Object.assign(known, { rowCount: known.rowCount + 1, text: finding.text.slice(0, 200) });
      else
        found.set(name, {
          ...finding,
          text: finding.text.slice(0, 200),
          rowCount: 1,
          firstAt: number * perRow + Math.min(index, perRow - 1),
        });
    }
  }
  return [...found.values()];
}
