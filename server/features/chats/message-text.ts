import { isMentionKind, type MentionKey, mentionKindLabel, mentionName } from "../../../contract/document/mentions.ts";
import { declarationOf } from "../../../contract/records/declarations.ts";
import { invalidField } from "../../problem.ts";
import { dynamic } from "../../records/conditions/dynamic.ts";
import { idsIn } from "../../records/conditions/ids-in.ts";
import { survivorsOf } from "../../records/links/aliases.ts";
import { notesHtml } from "../../records/notes-html.ts";
import { type Reader, readableBy } from "../../records/readable.ts";
import { tableOf } from "../../records/tables.ts";
import type { Queryable } from "../../search/run.ts";

/** A message as safe HTML; what it mentions are links, as far as the labels hold a name for it. */
export function messageHtml(body: string, labels: ReadonlyMap<string, string>): string {
  return notesHtml(
    replaceMentions(body, (key) => {
      const label = labels.get(mentionName(key));
      if (label === undefined) return mentionKindLabel(key.kind);
      const name = escapeMarkdown(key.kind === "user" ? `@${label}` : label);
      const path = pathOf(key);
      return path ? `[${name}](${path})` : name;
    }),
  );
}

/** The beginning of a message as plain text, on one line. */
export function excerptOf(body: string, labels: ReadonlyMap<string, string>, length = 120): string {
  const plain = replaceMentions(body, (key) => {
    const label = labels.get(mentionName(key)) ?? mentionKindLabel(key.kind);
    return key.kind === "user" ? `@${label}` : label;
  });
  const text = plain
    .replace(/[*_`>#]+/g, "")
    .replace(/\s+/g, " ")
    .trim();
  return text.length > length ? `${text.slice(0, length - 1)}…` : text;
}

function pathOf({ kind, id }: MentionKey): string | undefined {
  if (kind === "user") return `/users/${id}`;
  const { path } = declarationOf(kind);
  return path && `${path}/${id}`;
}

export const escapeMarkdown = (text: string) => text.replace(/[\\`*_{}[\]()#+\-.!|<>~&]/g, "\\$&");

const token = /@\[([A-Za-z]{1,40}):([\w-]{1,64})\]/g;

/** What a message mentions, each thing once. */
export function mentionsIn(body: string): MentionKey[] {
  const found = new Map<string, MentionKey>();
  for (const [, kind = "", id = ""] of body.matchAll(token))
    if (isMentionKind(kind)) found.set(mentionName({ kind, id }), { kind, id });
  return [...found.values()];
}

const maxMentions = 50;

/** Refuses a message that names more than anybody reads: each one is looked up, and each person told. */
export function refuseManyMentions(body: string): void {
  if (mentionsIn(body).length > maxMentions)
    throw invalidField("body", `Nachricht: Höchstens ${maxMentions} Erwähnungen.`);
}

/** The message with every mention replaced by what `labelOf` returns. */
export function replaceMentions(body: string, labelOf: (key: MentionKey) => string): string {
  return body.replace(token, (whole, kind: string, id: string) =>
    isMentionKind(kind) ? labelOf({ kind, id }) : whole,
  );
}

/** The names of what is mentioned, by `kind:id`; without what the reader may not see or what is gone. */
export async function readMentionLabels(
  db: Queryable,
  reader: Reader,
  keys: readonly MentionKey[],
): Promise<Map<string, string>> {
  const labels = new Map<string, string>();
  const survivors = await survivorsOf(
    db,
    keys.map(({ id }) => id),
  );
  for (const [kind, group] of Map.groupBy(keys, ({ kind }) => kind)) {
    const byCurrent = Map.groupBy(
      group.map(({ id }) => id),
      (id) => survivors.get(id) ?? id,
    );
    for (const { id, label } of await readLabels(db, reader, kind, [...byCurrent.keys()]))
      for (const named of byCurrent.get(id) ?? []) labels.set(mentionName({ kind, id: named }), label);
  }
  return labels;
}

async function readLabels(db: Queryable, reader: Reader, kind: MentionKey["kind"], ids: readonly string[]) {
  const wanted = idsIn(JSON.stringify(ids));
  if (kind === "user")
    return db.selectFrom("users").select(["id", "name as label"]).where("id", "in", wanted).execute();
  let query = dynamic(db)
    .selectFrom(`${tableOf(kind)} as record`)
    .select(["record.id", "record.title as label"])
    .where("record.id", "in", wanted);
  const readable = readableBy(kind, reader);
  if (readable) query = query.where(readable);
  return await query.execute();
}
