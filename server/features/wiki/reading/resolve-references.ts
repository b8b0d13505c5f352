import { type MentionKey, mentionName } from "../../../../contract/document/mentions.ts";
import { isOneOf } from "../../../../contract/narrowing.ts";
import { type RecordState, stateFieldOf, stateOf } from "../../../../contract/records/state-tones.ts";
import { type FoundType, foundTypes } from "../../../../contract/search/search.ts";
import type { PageReference } from "../../../../contract/wiki/page-rows.ts";
import type { Db } from "../../../db/connection.ts";
import { prepare } from "../../../db/prepare.ts";
import { dynamic } from "../../../records/conditions/dynamic.ts";
import { survivorsOf } from "../../../records/links/aliases.ts";
import { tableOf } from "../../../records/tables.ts";
import type { PersonContext } from "../../../trpc/context.ts";
import { readSummaries } from "../../search/summaries.ts";

type Asking = Pick<PersonContext, "db" | "person">;

/**
 * What a page points at as it is today; of what the person may not see, nothing but the key. What was merged into another
 * record is that one, under the key that the page has.
 */
export async function resolveReferences(ctx: Asking, keys: readonly MentionKey[]): Promise<PageReference[]> {
  const survivors = await survivorsOf(
    ctx.db,
    keys.map(({ id }) => id),
  );
  if (survivors.size === 0) return resolve(ctx, keys);
  const current = await resolve(
    ctx,
    keys.map((key) => ({ ...key, id: survivors.get(key.id) ?? key.id })),
  );
  return current.map((reference, at) => ({ ...reference, id: keys[at]?.id ?? reference.id }));
}

async function resolve(ctx: Asking, keys: readonly MentionKey[]): Promise<PageReference[]> {
  const isFound = (key: MentionKey): key is MentionKey & { kind: FoundType } => isOneOf(foundTypes, key.kind);
  const summaries = await readSummaries(
    ctx,
    keys.filter(isFound).map(({ kind, id }) => ({ type: kind, id })),
  );
  const found = new Map(summaries.map((summary) => [`${summary.type}:${summary.id}`, summary]));
  const others = await readTitles(
    ctx.db,
    keys.filter((key) => !isFound(key)),
  );
  const readable = keys.filter(({ kind, id }) => found.has(`${kind}:${id}`));
  const states = await readStates(ctx.db, readable);
  const deactivated = await readDeactivated(ctx.db, readable);
  return keys.map(({ kind, id }) => {
    const summary = found.get(`${kind}:${id}`);
    const { word: status = null, tone = null } = states.get(`${kind}:${id}`) ?? {};
    if (summary)
      return {
        kind,
        id,
        label: summary.title,
        href: summary.href,
        status,
        tone,
        isArchived: summary.archived || deactivated.has(id),
      };
    const other = others.get(`${kind}:${id}`);
    const label = other?.title ?? null;
    return { kind, id, label, href: null, status, tone, isArchived: other?.isArchived ?? false };
  });
}

/** Of the types without pages of their own, which everybody may read. */
async function readTitles(db: Db, keys: readonly MentionKey[]) {
  const titles = new Map<string, { title: string; isArchived: boolean }>();
  for (const kind of new Set(keys.map((key) => key.kind))) {
    if (kind === "user") continue;
    const ids = keys.filter((key) => key.kind === kind).map(({ id }) => id);
    const rows = await dynamic(db)
      .selectFrom(tableOf(kind))
      .select(["id", "title", "archivedAt"])
      .where("id", "in", ids)
      .execute();
    for (const row of rows) titles.set(`${kind}:${row.id}`, { title: row.title, isArchived: row.archivedAt !== null });
  }
  return titles;
}

/** What a page points at, as it was kept when its content was saved. */
export async function keptReferences(db: Db, pageId: string): Promise<MentionKey[]> {
  return (await selectKept(db, pageId)).flatMap(({ kind, id }) => (kind === "file" ? [] : [{ kind, id }]));
}

const selectKept = prepare((db, pageId: string) =>
  db
    .selectFrom("pageReferences")
    .select(["kind", "targetId as id"])
    .where("pageId", "=", pageId)
    .where("kind", "!=", "file")
    .orderBy("kind")
    .orderBy("targetId"),
);

/** The keys of the files that a page shows, as they were kept when its content was saved. */
export async function shownFiles(db: Db, pageId: string): Promise<string[]> {
  return (await selectShown(db, pageId)).map(({ key }) => key);
}

const selectShown = prepare((db, pageId: string) =>
  db.selectFrom("pageReferences").select("targetId as key").where("pageId", "=", pageId).where("kind", "=", "file"),
);

/** How records that a person may see are doing, by `kind:id`; without those whose type has no states. */
async function readStates(db: Db, keys: readonly MentionKey[]): Promise<Map<string, RecordState>> {
  const states = new Map<string, RecordState>();
  for (const [kind, group] of Map.groupBy(keys, (key) => key.kind)) {
    if (kind === "user") continue;
    const field = stateFieldOf(kind);
    if (!field) continue;
    const rows = await dynamic(db)
      .selectFrom(tableOf(kind))
      .select(["id", `${field} as state`])
      .where(
        "id",
        "in",
        group.map(({ id }) => id),
      )
      .execute();
    for (const row of rows) {
      const state = stateOf(kind, row.state);
      if (state) states.set(mentionName({ kind, id: row.id }), state);
    }
  }
  return states;
}

/** Which of the mentioned people no longer work here. */
async function readDeactivated(db: Db, keys: readonly MentionKey[]): Promise<Set<string>> {
  const ids = keys.filter(({ kind }) => kind === "user").map(({ id }) => id);
  if (ids.length === 0) return new Set();
  const rows = await db
    .selectFrom("users")
    .select("id")
    .where("id", "in", ids)
    .where("deactivatedAt", "is not", null)
    .execute();
  return new Set(rows.map(({ id }) => id));
}
