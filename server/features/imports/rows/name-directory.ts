import { namedWithParent, targetOf } from "../../../../contract/imports/import-fields.ts";
import { fieldNamed } from "../../../../contract/records/read-value.ts";
import type { RecordType } from "../../../../contract/records/record-types.ts";
import { activeUsers } from "../../../db/active-users.ts";
import type { Db } from "../../../db/connection.ts";
import { storeOf } from "../../../records/registry.ts";
import { readCustomerDomains } from "./customer-domains.ts";
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
