import type { CheckTargetType } from "../../../contract/checks/kinds.ts";
import type { CheckStatus } from "../../../contract/checks/status.ts";
import { activeUsers } from "../../db/active-users.ts";
import { prepare } from "../../db/prepare.ts";
import type { Tx } from "../../db/transact.ts";
import { idsIn } from "../../records/conditions/ids-in.ts";
import { selectStatuses, statusOf } from "./statuses.ts";

/**
 * Brings the status of records in line with that of their checks, with the windows of maintenance and with pauses, and
 * tells of what has changed. Their versions stay: nobody has edited them.
 */
export async function refreshStatuses(tx: Tx, type: CheckTargetType, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const at = tx.now().toISOString();
  const idsJson = JSON.stringify(ids);
  const checks = Map.groupBy(await selectStatuses(tx.db, type, idsJson), ({ targetId }) => targetId);
  for (const record of await readRecords(tx, type, idsJson)) {
    const own = checks.get(record.id) ?? [];
    const { status, worst } = statusOf(type, own, at);
    if (status === record.status) continue;
    const reasons = own.filter((check) => check.status === worst && check.statusSince !== null);
    const since = reasons.map(({ statusSince }) => statusSince ?? at).sort()[0] ?? at;
    await writeStatus(tx, type, record.id, { status, since });
    await tell(tx, type, { ...record, status, before: record.status, beforeSince: record.since });
  }
}

interface Known {
  id: string;
  title: string;
  status: CheckStatus;
  since: string | null;
}

async function readRecords(tx: Tx, type: CheckTargetType, idsJson: string): Promise<Known[]> {
  if (type === "website") return selectWebsites(tx.db, idsJson);
  return type === "host" ? selectHosts(tx.db, idsJson) : selectDomains(tx.db, idsJson);
}

const selectWebsites = prepare((db, idsJson: string) =>
  db.selectFrom("websites").select(["id", "title", "status", "statusSince as since"]).where("id", "in", idsIn(idsJson)),
);
const selectHosts = prepare((db, idsJson: string) =>
  db.selectFrom("hosts").select(["id", "title", "status", "statusSince as since"]).where("id", "in", idsIn(idsJson)),
);
const selectDomains = prepare((db, idsJson: string) =>
  db
    .selectFrom("domains")
    .select(["id", "title", "state as status", "stateSince as since"])
    .where("id", "in", idsIn(idsJson)),
);

async function writeStatus(
  tx: Tx,
  type: CheckTargetType,
  id: string,
  { status, since }: { status: CheckStatus; since: string },
): Promise<void> {
  if (type === "domain")
    await tx.db.updateTable("domains").set({ state: status, stateSince: since }).where("id", "=", id).execute();
  else
    await tx.db
      .updateTable(type === "website" ? "websites" : "hosts")
      .set({ status, statusSince: since })
      .where("id", "=", id)
      .execute();
}

interface Turned extends Known {
  before: CheckStatus;
  beforeSince: string | null;
}

/** The badge turns in every list; those who follow a record hear of its outage and of its end. */
async function tell(tx: Tx, type: CheckTargetType, record: Turned): Promise<void> {
  const named = { id: record.id, name: record.title };
  if (type === "website") tx.signal({ event: "websiteStatus", payload: { website: named, status: record.status } });
  else if (type === "host") tx.signal({ event: "hostStatus", payload: { host: named, status: record.status } });
  else tx.signal({ event: "domainStatus", payload: { domain: named, status: record.status } });
  const isDown = record.status === "offline";
  const isBack = record.before === "offline" && (record.status === "online" || record.status === "degraded");
  if (!isDown && !isBack) return;
  const since = record.beforeSince === null ? tx.now().getTime() : Date.parse(record.beforeSince);
  const seconds = Math.max(0, Math.round((tx.now().getTime() - since) / 1000));
  const payload = { record: { type, ...named }, isDown, ...(isBack && { seconds }) };
  for (const toUserId of await activeFollowers(tx, type, record.id))
    tx.signal({ event: "followedStatus", payload, toUserId });
}

/** Who follows a record and still has an account. */
async function activeFollowers(tx: Tx, type: CheckTargetType, id: string): Promise<string[]> {
  const rows = await activeUsers(tx.db)
    .select("id")
    .where("id", "in", (eb) =>
      eb.selectFrom("recordFollowers").select("userId").where("recordType", "=", type).where("recordId", "=", id),
    )
    .execute();
  return rows.map((row) => row.id);
}
