import { sql } from "kysely";
import { type DashboardLayout, wholeArrangement } from "../../../contract/dashboard/blocks.ts";
import type { ChecklistStep, RecentChange } from "../../../contract/dashboard/dashboard.ts";
import { isOneOf, requireValue } from "../../../contract/narrowing.ts";
import { mainTypes } from "../../../contract/records/record-types.ts";
import { preferencesOfUser } from "../../auth/user-preferences.ts";
import type { Db } from "../../db/connection.ts";
import { arrayOf } from "../../db/dialect/json.ts";
import { prepare } from "../../db/prepare.ts";
import { idsIn } from "../../records/conditions/ids-in.ts";
import { readSettings } from "../../settings/read-settings.ts";
import type { PersonContext } from "../../trpc/context.ts";

const lookedThrough = 200;
const shown = 8;

type LastChange = Awaited<ReturnType<typeof selectLastChanges>>[number];

const selectLastChanges = prepare((db: Db) =>
  db
    // Chosen before names are joined, by their index alone: joined at once, all changes there are would be read and sorted.
    .selectFrom((from) =>
      from
        .selectFrom("changes")
        .select(["id", "kind", "subjectType", "subjectId", "actorId", "at"])
        .where("subjectType", "in", mainTypes)
        .orderBy("at", "desc")
        .orderBy("id", "desc")
        .limit(lookedThrough)
        .as("changes"),
    )
    .leftJoin("users", "users.id", "changes.actorId")
    .select(["changes.kind", "changes.subjectType", "changes.subjectId", "changes.actorId", "changes.at", "users.name"])
    .orderBy("changes.at", "desc")
    .orderBy("changes.id", "desc"),
);

/** The records that were changed last, each once. */
export async function listRecent({ db }: PersonContext): Promise<RecentChange[]> {
  const changes = await selectLastChanges(db);
  const latest = new Map<string, LastChange>();
  for (const change of changes) if (!latest.has(change.subjectId)) latest.set(change.subjectId, change);
  const subjects = [...latest.values()];
  const known = await withTitles(db, subjects.slice(0, shown));
  // Some of those that were changed last may be gone.
  if (known.length < shown) known.push(...(await withTitles(db, subjects.slice(shown))));
  return known.slice(0, shown);
}

async function withTitles(db: PersonContext["db"], changes: readonly LastChange[]): Promise<RecentChange[]> {
  const titles = await readTitles(db, changes);
  return changes.flatMap((change) => {
    const label = titles.get(change.subjectId);
    if (label === undefined || !isOneOf(mainTypes, change.subjectType)) return [];
    return {
      at: new Date(change.at),
      actor: change.actorId ? { id: change.actorId, label: change.name ?? "" } : null,
      record: { id: change.subjectId, label, type: change.subjectType },
      verb: change.kind.split(".")[1] ?? "",
    };
  });
}

const selectTitles = new Map(
  mainTypes.map((type) => [
    type,
    prepare(
      (_, idsJson: string) => sql<{ id: string; title: string }>`
        select id, title from ${sql.table(`${type}s`)} where id in ${idsIn(idsJson)}`,
    ),
  ]),
);

async function readTitles(db: PersonContext["db"], subjects: readonly { subjectType: string; subjectId: string }[]) {
  const titles = new Map<string, string>();
  for (const type of mainTypes) {
    const ids = subjects.filter(({ subjectType }) => subjectType === type).map(({ subjectId }) => subjectId);
    if (ids.length === 0) continue;
    for (const { id, title } of await requireValue(selectTitles.get(type))(db, arrayOf(ids))) titles.set(id, title);
  }
  return titles;
}

const selectSteps = prepare(
  (_, personId: string) => sql<Record<Exclude<ChecklistStep["key"], "backup">, number>>`
    select exists (select 1 from websites) as website, exists (select 1 from customers) as customer,
      exists (select 1 from domains) as domain, exists (select 1 from hosts) as host,
      exists (select 1 from devices) as device, (select count(*) > 1 from users) as team,
      exists (select 1 from mails where state = 'sent') as mail,
      (exists (select 1 from totp_factors where user_id = ${personId} and confirmed_at is not null)
        or exists (select 1 from passkeys where user_id = ${personId})) as second_factor`,
);

const selectBackup = prepare((db: Db) =>
  db.selectFrom("backupRuns").select("id").where("kind", "=", "backup").where("state", "=", "done").limit(1),
);

/** How far a fresh portal has come. */
export async function readChecklist({ db, person }: PersonContext): Promise<ChecklistStep[]> {
  const rows = await selectSteps(db, person.id);
  const keys = ["website", "customer", "domain", "host", "device", "team", "mail", "secondFactor"] as const;
  const { isArranged } = await readSettings(db, "backup");
  const backup = await selectBackup(db);
  return [
    ...keys.map((key) => ({ key, done: rows[0]?.[key] === 1 })),
    { key: "backup", done: isArranged || backup.length > 0 },
  ];
}

/** How the person's dashboard is arranged: by themself, else by the team's settings. */
export async function readLayout({ db, person }: PersonContext): Promise<DashboardLayout> {
  const { dashboard: own } = await preferencesOfUser(db, person.id);
  return { ...wholeArrangement(own ?? (await readSettings(db, "dashboard"))), isOwn: own !== null };
}
