import { isMentionKind, type MentionKey } from "../../contract/document/mentions.ts";
import { foldText } from "../../contract/values/fold.ts";
import type { Db } from "../db/connection.ts";

/** Finds what a sample text calls by its kind and name, or by the beginning of the name; throws when there is nothing. */
export type Names = (kind: string, name: string) => MentionKey;

const tables = {
  page: "pages",
  customer: "customers",
  website: "websites",
  domain: "domains",
  host: "hosts",
  device: "devices",
} as const;

/** Reads the names of everything that the sample texts may mention. */
export async function readNames(db: Db): Promise<Names> {
  const known = new Map<string, { id: string; name: string }[]>();
  const people = await db.selectFrom("users").select(["id", "name"]).orderBy("createdAt").execute();
  known.set("user", people.reverse());
  for (const [kind, table] of Object.entries(tables))
    known.set(
      kind,
      await db
        .selectFrom(table)
        .select(["id", "title as name"])
        .orderBy((eb) => eb.fn("length", ["title"]))
        .orderBy("id")
        .execute(),
    );
  return (kind, name) => {
    const wanted = foldText(name);
    const found = known.get(kind)?.find((one) => foldText(one.name).startsWith(wanted));
    if (!found || !isMentionKind(kind)) throw new Error(`the sample agency has no ${kind} called ${name}`);
    return { kind, id: found.id };
  };
}

const mention = /@\[([a-z]+):([^\]]+)\]/g;

/** The text with every `@[kind:name]` as `words` has it. */
export function replaceNames(text: string, names: Names, words: (key: MentionKey, name: string) => string): string {
  return text.replace(mention, (_, kind: string, name: string) => words(names(kind, name), name));
}
