import { isDeepStrictEqual } from "node:util";
import { type CheckTargetType, checkTargetTypes } from "../../../contract/checks/kinds.ts";
import { recordCheckConfig } from "../../../contract/checks/settings-input.ts";
import { isOneOf } from "../../../contract/narrowing.ts";
import type { Vantage } from "../../../contract/vantage-points/vantage-points.ts";
import { newId } from "../../db/new-id.ts";
import { prepare } from "../../db/prepare.ts";
import type { RecordedChange, Tx } from "../../db/transact.ts";
import { idsIn } from "../../records/conditions/ids-in.ts";
import { readSettings } from "../../settings/read-settings.ts";
import { deriveDeadlines } from "../deadlines/derive.ts";
import { type PlannedCheck, planDomain, planHost, planWebsite } from "./plan.ts";
import { refreshStatuses } from "./refresh-statuses.ts";
import { portalAlone, readVantages } from "./vantages.ts";
import { forgetCertificates } from "./write-figures.ts";

/** Brings the checks of whatever a transaction has changed in line with it, right before its commit. */
export async function followRecords(tx: Tx, changes: readonly RecordedChange[]): Promise<void> {
  if (tx.isRehearsal) return;
  // What the settings mean for thousands of checks is worked out after the commit, in parts.
  if (changes.some(({ subject }) => subject.type === "setting" && subject.id === "monitoring")) tx.wake("checkPlans");
  const idsOf = (type: string) => [
    ...new Set(changes.flatMap(({ subject }) => (subject.type === type ? [subject.id] : []))),
  ];
  const customers = idsOf("customer");
  const websites =
    customers.length > 0 ? [...idsOf("website"), ...(await websitesOf(tx, customers))] : idsOf("website");
  await deriveChecks(tx, "website", [...new Set(websites)]);
  await deriveChecks(tx, "host", idsOf("host"));
  await deriveChecks(tx, "domain", idsOf("domain"));
}

async function websitesOf(tx: Tx, customerIds: readonly string[]): Promise<string[]> {
  const rows = await selectWebsitesOf(tx.db, JSON.stringify(customerIds));
  return rows.map(({ id }) => id);
}

const selectWebsitesOf = prepare((db, idsJson: string) =>
  db.selectFrom("websites").select("id").where("customerId", "in", idsIn(idsJson)),
);

interface Wanted {
  planned: readonly (PlannedCheck & { vantage: Vantage | null })[];
  secret: string | null;
}

/**
 * Derives the checks of some records anew and writes what differs: only what is live is checked, and what is archived
 * keeps its history. Returns how many rows differed.
 */
export async function deriveChecks(tx: Tx, type: CheckTargetType, ids: readonly string[]): Promise<number> {
  if (ids.length === 0) return 0;
  const idsJson = JSON.stringify(ids);
  const targets = await readTargets(tx, type, ids);
  const rows = await selectChecks(tx.db, type, idsJson);
  const kept = Map.groupBy(rows, (row) => row.targetId);
  let differing = 0;
  const revise = openRevision(tx);
  for (const id of ids) {
    const { planned, secret } = targets.get(id) ?? { planned: [], secret: null };
    const own = kept.get(id) ?? [];
    const keyOf = (check: { kind: string; part: string }) => `${check.kind}:${check.part}`;
    const wanted = new Map(planned.map((check) => [keyOf(check), check]));
    for (const row of own) {
      if (wanted.has(keyOf(row)) || row.removedAt !== null || row.kind === "push") continue;
      const at = tx.now().toISOString();
      const isGone = !targets.has(id);
      const columns = isGone
        ? { removedAt: at, isEnabled: 0 as const, secret: null }
        : { isEnabled: 0 as const, status: "unknown" as const, statusSince: at, cause: null };
      if (!isGone && row.isEnabled === 0) continue;
      if (isGone) await removeSettings(tx, type, id);
      await updateCheck(tx, row.id, { ...columns, revision: await revise() });
      differing += 1;
    }
    for (const check of planned) {
      const row = own.find((each) => keyOf(each) === keyOf(check));
      if (await write(tx, { type, id }, check, check.usesSecret ? secret : null, row, revise)) differing += 1;
    }
  }
  if (differing > 0) {
    tx.wake("checks");
    await refreshStatuses(tx, type, ids);
    if (type === "host") await forgetCertificates(tx, type, idsJson);
    if (type === "website") await deriveDeadlines(tx, type, await forgetCertificates(tx, type, idsJson));
  }
  return differing;
}

async function removeSettings(tx: Tx, type: CheckTargetType, id: string): Promise<void> {
  await tx.db.deleteFrom("checkSettings").where("targetType", "=", type).where("targetId", "=", id).execute();
}

type Row = Awaited<ReturnType<typeof selectChecks>>[number];

const selectChecks = prepare((db, type: CheckTargetType, idsJson: string) =>
  db.selectFrom("checks").selectAll().where("targetType", "=", type).where("targetId", "in", idsIn(idsJson)),
);

async function write(
  tx: Tx,
  target: { type: CheckTargetType; id: string },
  { usesSecret: _, config, vantage, ...check }: Wanted["planned"][number],
  secret: string | null,
  row: Row | undefined,
  revise: () => Promise<number>,
): Promise<boolean> {
  // Agents that were chosen once have to hear that they no longer are.
  const chosen = vantage ?? (row && row.vantageJson !== null ? portalAlone : null);
  const vantageJson = chosen && JSON.stringify(chosen);
  const kept = { config: JSON.stringify(config), secret, vantageJson };
  const columns = { ...check, ...kept, isEnabled: 1 as const, removedAt: null };
  if (!row) {
    const at = tx.now().toISOString();
    const meta = { id: newId(), targetType: target.type, targetId: target.id, createdAt: at, updatedAt: at };
    const none = { pausedAt: null, pausedById: null, quietFrom: null, quietUntil: null, askedAt: null };
    await tx.db
      .insertInto("checks")
      .values({ ...columns, ...meta, ...none, statusSince: null, cause: null, revision: await revise() })
      .execute();
    return true;
  }
  const known: Readonly<Record<string, unknown>> = { ...row };
  if (Object.entries(columns).every(([name, value]) => isDeepStrictEqual(known[name], value))) return false;
  await updateCheck(tx, row.id, { ...columns, revision: await revise() });
  return true;
}

async function updateCheck(tx: Tx, id: string, columns: Partial<Omit<Row, "id">>): Promise<void> {
  await tx.db
    .updateTable("checks")
    .set({ ...columns, updatedAt: tx.now().toISOString() })
    .where("id", "=", id)
    .execute();
}

/** The revision under which this transaction changes checks: the next one, once it changes any. */
export function openRevision(tx: Tx): () => Promise<number> {
  let revision: number | undefined;
  return async () => {
    if (revision !== undefined) return revision;
    const row = await tx.db
      .updateTable("checkRevision")
      .set((eb) => ({ value: eb("value", "+", 1) }))
      .returning("value")
      .executeTakeFirstOrThrow();
    revision = row.value;
    return revision;
  };
}

/** What each record that exists wants to be checked; nothing where it is not live. */
async function readTargets(tx: Tx, type: CheckTargetType, ids: readonly string[]): Promise<Map<string, Wanted>> {
  const idsJson = JSON.stringify(ids);
  const settings = await readSettings(tx.db, "monitoring");
  const rows = await selectSettings(tx.db, type, idsJson);
  const own = new Map(rows.map((row) => [row.targetId, row]));
  const configs = new Map(rows.map(({ targetId, config }) => [targetId, recordCheckConfig.parse(JSON.parse(config))]));
  const vantageOf = await readVantages(tx, [...configs.values()]);
  const contextOf = (id: string) => ({ settings, own: configs.get(id) ?? recordCheckConfig.parse({}) });
  const plan = <Target extends { id: string; isLive: boolean }>(
    target: Target,
    of: (target: Target, context: ReturnType<typeof contextOf>) => PlannedCheck[],
  ): [string, Wanted] => {
    const context = contextOf(target.id);
    const checks = target.isLive && context.own.isEnabled ? of(target, context) : [];
    const planned = checks.map((check) => ({ ...check, vantage: vantageOf(context.own, check.kind) }));
    return [target.id, { planned, secret: own.get(target.id)?.secret ?? null }];
  };
  if (type === "website") {
    const found = await selectWebsites(tx.db, idsJson);
    return new Map(
      found.map(({ archivedAt, lifecycle, ...row }) =>
        plan({ ...row, isLive: archivedAt === null && lifecycle === "live" }, planWebsite),
      ),
    );
  }
  if (type === "host") {
    const found = await selectHosts(tx.db, idsJson);
    return new Map(
      found.map(({ archivedAt, lifecycle, ...row }) =>
        plan({ ...row, isLive: archivedAt === null && isOneOf(["active", "replacing"], lifecycle) }, planHost),
      ),
    );
  }
  const found = await selectDomains(tx.db, idsJson);
  return new Map(found.map(({ archivedAt, ...row }) => plan({ ...row, isLive: archivedAt === null }, planDomain)));
}

const selectSettings = prepare((db, type: CheckTargetType, idsJson: string) =>
  db
    .selectFrom("checkSettings")
    .select(["targetId", "config", "secret"])
    .where("targetType", "=", type)
    .where("targetId", "in", idsIn(idsJson)),
);
const selectWebsites = prepare((db, idsJson: string) =>
  db
    .selectFrom("websites as w")
    .leftJoin("customers as c", "c.id", "w.customerId")
    .select(["w.id", "w.url", "w.title", "w.archivedAt", "w.lifecycle"])
    .select((eb) => eb.fn.coalesce("w.slaLevel", "c.slaLevel").as("sla"))
    .where("w.id", "in", idsIn(idsJson)),
);
const selectHosts = prepare((db, idsJson: string) =>
  db
    .selectFrom("hosts")
    .select(["id", "hostname", "ips", "title", "archivedAt", "lifecycle"])
    .where("id", "in", idsIn(idsJson)),
);
const selectDomains = prepare((db, idsJson: string) =>
  db.selectFrom("domains").select(["id", "nameAce", "title", "archivedAt"]).where("id", "in", idsIn(idsJson)),
);

export const isCheckTarget = (type: string): type is CheckTargetType => isOneOf(checkTargetTypes, type);
