import { setImmediate } from "node:timers/promises";
import { sql } from "kysely";
import { namedWithParent, targetOf } from "../../../../contract/imports/import-fields.ts";
import { fieldNamed } from "../../../../contract/records/read-value.ts";
import type { RecordType } from "../../../../contract/records/record-types.ts";
import { registrableDomain } from "../../../../contract/values/domain-name.ts";
import { activeUsers } from "../../../db/active-users.ts";
import type { Db } from "../../../db/connection.ts";
import { storeOf } from "../../../records/registry.ts";
import { ownDomains } from "../../customers/likeness.ts";
import { ambiguous, nameKey, openIndex, type RecordIndex } from "./record-index.ts";

type Found = string | typeof ambiguous | undefined;

/** Finds records and people by what files call them. */
export interface NameDirectory {
  index(type: RecordType): RecordIndex;
  find(type: RecordType | "user", name: string): Found;
  /** Takes a record in that has just been created, where its type is known here. */
  learn(type: RecordType, id: string, values: Record<string, unknown>): void;
  /** Keeps what was learned since the last call. */
  keep(): void;
  /** Forgets it, for its transaction was rolled back. */
  forget(): void;
}

/** Reads the names of the given types, and of those that records of these types cannot be without. */
export async function openDirectory(db: Db, types: readonly (RecordType | "user")[]): Promise<NameDirectory> {
  const indexes = new Map<RecordType, RecordIndex>();
  const parents = types.flatMap((type) => (type === "user" ? [] : (parentOf(type) ?? [])));
  for (const type of new Set([...types, ...parents])) if (type !== "user") indexes.set(type, await openIndex(db, type));
  const byDomain = indexes.has("customer") ? await readCustomerDomains(db) : undefined;
  const people = types.includes("user") ? await readPeople(db) : new Map<string, Found>();

  let learned: (() => void)[] = [];
  const index = (type: RecordType) => {
    const found = indexes.get(type);
    if (!found) throw new TypeError(`the directory does not know ${type}`);
    return found;
  };
  return {
    index,
    find(type, name) {
      if (type === "user") return people.get(nameKey(name));
      const known = index(type);
      for (const key of storeOf(type).declaration.naturalKeys) {
        const found = known.byKey(key, name);
        if (found !== undefined) return found;
      }
      return known.byTitle(name) ?? (type === "customer" ? byDomain?.(name) : undefined);
    },
    learn(type, id, values) {
      const { declaration, titleOf } = storeOf(type);
      const title = titleOf?.(values) ?? values[declaration.titleField];
      const undo = indexes.get(type)?.add(id, String(title ?? ""), values);
      if (undo) learned.push(undo);
    },
    keep() {
      learned = [];
    },
    forget() {
      for (const undo of learned.reverse()) undo();
      learned = [];
    },
  };
}

function parentOf(type: RecordType): RecordType | "user" | undefined {
  const field = namedWithParent[type];
  return field ? targetOf(fieldNamed(storeOf(type).declaration.fields, field)) : undefined;
}

/** People by name, e-mail address and the part before its @, which other programs use as a user name. */
export async function readPeople(db: Db): Promise<Map<string, Found>> {
  const rows = await activeUsers(db).select(["id", "name", "email"]).execute();
  const people = new Map<string, Found>();
  for (const { id, name, email } of rows) {
    for (const one of [name, email, email.split("@")[0] ?? ""]) {
      const key = nameKey(one);
      const known = people.get(key);
      people.set(key, known === undefined || known === id ? id : ambiguous);
    }
  }
  return people;
}

/** Finds a customer by a domain, an address of the web or a mail address of theirs. */
type FindByDomain = (text: string) => Found;

const looksLikeAddress = /^(?:https?:\/\/\S+|\S+@\S+|[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+\/?)$/iu;

/** Reading so many and telling their domains takes a few milliseconds; then everybody else has a turn. */
const rowsAtOnce = 1000;

/** Archived ones are left out here: asked for without them, SQLite takes their index and sorts the table for each part. */
async function* inTurns<Row extends { id: string; archivedAt: string | null }>(
  read: (after: string) => Promise<Row[]>,
): AsyncGenerator<Row> {
  for (let after: string | undefined = ""; after !== undefined; ) {
    const rows: Row[] = await read(after);
    for (const row of rows) if (row.archivedAt === null) yield row;
    after = rows.length < rowsAtOnce ? undefined : rows.at(-1)?.id;
    await setImmediate();
  }
}

/**
 * Reads under which domains customers are known: their own domains and websites, and those of their address on the web
 * and their mail, unless anybody can have a mailbox there.
 */
async function readCustomerDomains(db: Db): Promise<FindByDomain> {
  const known = new Map<string, Found>();
  const learn = (domain: string | undefined, id: string) => {
    if (!domain) return;
    const before = known.get(domain);
    known.set(domain, before === undefined || before === id ? id : ambiguous);
  };
  const active = new Set<string>();
  const customers = (after: string) =>
    db
      .selectFrom("customers")
      .select(["id", "archivedAt", "website", "email"])
      .where("id", ">", after)
      .orderBy("id")
      .limit(rowsAtOnce)
      .execute();
  const ownedBy = (table: "domains" | "websites", after: string) =>
    db
      .selectFrom(table)
      .select([
        "id",
        "archivedAt",
        "customerId",
        sql.ref<string>(table === "domains" ? "nameAce" : "url").as("address"),
      ])
      .where("id", ">", after)
      .orderBy("id")
      .limit(rowsAtOnce)
      .execute();
  for await (const { id, ...of } of inTurns(customers)) {
    active.add(id);
    for (const domain of ownDomains(of)) learn(domain, id);
  }
  for (const table of ["domains", "websites"] as const)
    for await (const { customerId, address } of inTurns((after) => ownedBy(table, after)))
      if (customerId && active.has(customerId))
        learn(table === "domains" ? address : registrableDomain(address), customerId);
  return (text) => {
    const address = text.trim();
    if (!looksLikeAddress.test(address)) return undefined;
    const [domain] = address.includes("@")
      ? ownDomains({ website: null, email: address })
      : ownDomains({ website: address.replace(/^(https?:\/\/[^/]*).*$/i, "$1").replace(/\/$/, ""), email: null });
    return domain === undefined ? undefined : known.get(domain);
  };
}
