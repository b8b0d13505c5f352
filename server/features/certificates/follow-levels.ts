import { sql } from "kysely";
import { type CertificateLevel, certificateLevels } from "../../../contract/checks/certificate-levels.ts";
import type { CheckEvent } from "../../../contract/checks/events.ts";
import { escapeHtml } from "../../../contract/document/html.ts";
import { isOneOf, keysOf } from "../../../contract/narrowing.ts";
import { declarationOf } from "../../../contract/records/declarations.ts";
import { formatCalendarDate } from "../../../contract/time/calendar-date.ts";
import { portalDate } from "../../../contract/time/today.ts";
import { activeUsers } from "../../db/active-users.ts";
import type { Tx } from "../../db/transact.ts";
import { announceToTeam } from "../../notifications/announce.ts";
import { notify } from "../../notifications/notify.ts";

type Target = Pick<CheckEvent, "targetType" | "targetId">;

interface Turn extends Target {
  before: CertificateLevel;
  level: CertificateLevel;
  fingerprint: string;
  /** The certificate that was there before: its own where it is the same. */
  former: string;
  issuer: string;
  validTo: string;
}

const levels = keysOf(certificateLevels);
const warned = ["warning", "critical"] as const satisfies readonly CertificateLevel[];

/**
 * Tells of certificates that nobody has renewed in time, once for each level, and that they were renewed. One certificate
 * on many websites is told once. That one has ended is an incident and not told here.
 */
export async function followCertificateLevels(tx: Tx, events: readonly CheckEvent[]): Promise<void> {
  for (const event of events) {
    const turn = event.kind === "certificateLevel" ? readTurn(event) : undefined;
    if (!turn) continue;
    const isWorse = levels.indexOf(turn.level) > levels.indexOf(turn.before);
    if (isWorse && isOneOf(warned, turn.level)) await warn(tx, turn);
    if (!isWorse && turn.former !== turn.fingerprint) await tellRenewed(tx, turn);
  }
}

function readTurn({ targetType, targetId, data }: CheckEvent): Turn | undefined {
  const { before, level, fingerprint, former, issuer, validTo } = data;
  const texts = [fingerprint, former, issuer, validTo].filter((text) => typeof text === "string");
  if (!isOneOf(levels, before) || !isOneOf(levels, level) || texts.length < 4) return undefined;
  const [own = "", past = "", by = "", until = ""] = texts;
  return { targetType, targetId, before, level, fingerprint: own, former: past, issuer: by, validTo: until };
}

type Occasion = (typeof warned)[number] | "renewed";
const keyOf = (fingerprint: string, occasion: Occasion) => `certificate:${fingerprint}:${occasion}`;

async function warn(tx: Tx, turn: Turn & { level: CertificateLevel }): Promise<void> {
  const record = await readRecord(tx, turn);
  if (!record) return;
  const isCritical = turn.level === "critical";
  const groupKey = keyOf(turn.fingerprint, isCritical ? "critical" : "warning");
  const title = `Zertifikat läuft bald ab: ${record.title}`;
  const text = `Gültig bis ${dayOf(turn)}, ausgestellt von ${turn.issuer}. Es wurde noch kein neues gesehen.`;
  const people = await peopleOf(tx, turn, record);
  const heard = await whoHeard(tx, people, [groupKey]);
  for (const forUserId of people.filter((id) => !heard.has(id)))
    await notify(tx, {
      forUserId,
      title,
      groupKey,
      category: "certificate",
      link: linkOf(turn),
      actorId: null,
      message: `<b>${escapeHtml(record.title)}</b>: ${escapeHtml(text)}`,
      ...(isCritical && { severity: "critical" }),
      asksForAction: true,
    });
  await announceToTeam(tx, {
    topicKey: `certificate:${turn.fingerprint}`,
    state: "open",
    category: "certificate",
    title,
    text,
    severity: isCritical ? "critical" : "warning",
    facts: factsOf(turn),
    link: linkOf(turn),
    customerIds: record.customerId ? [record.customerId] : [],
    toldUserIds: people,
  });
}

/** Whoever has heard that it was ending hears that it no longer is; of what had ended, its incident says so. */
async function tellRenewed(tx: Tx, turn: Turn): Promise<void> {
  const record = await readRecord(tx, turn);
  if (!record) return;
  const title = `Zertifikat erneuert: ${record.title}`;
  const text = `Das neue gilt bis ${dayOf(turn)}, ausgestellt von ${turn.issuer}.`;
  const groupKey = keyOf(turn.former, "renewed");
  const people = await peopleOf(tx, turn, record);
  const told = await whoHeard(
    tx,
    people,
    warned.map((level) => keyOf(turn.former, level)),
  );
  const heard = await whoHeard(tx, people, [groupKey]);
  if (turn.before !== "expired")
    for (const forUserId of people.filter((id) => told.has(id) && !heard.has(id)))
      await notify(tx, {
        forUserId,
        title,
        groupKey,
        category: "certificate",
        link: linkOf(turn),
        actorId: null,
        message: escapeHtml(text),
      });
  await announceToTeam(tx, {
    topicKey: `certificate:${turn.former}`,
    state: "ended",
    category: "certificate",
    severity: "info",
    title,
    text,
    facts: factsOf(turn),
    link: linkOf(turn),
    toldUserIds: people,
    customerIds: record.customerId ? [record.customerId] : [],
  });
}

const dayOf = ({ validTo }: Turn) => formatCalendarDate(portalDate(new Date(validTo)));
const linkOf = ({ targetType, targetId }: Target) => `${declarationOf(targetType).path}/${targetId}/certificate`;
const factsOf = (turn: Turn) => [
  { label: "Gültig bis", value: dayOf(turn) },
  { label: "Aussteller", value: turn.issuer },
];

interface Concerned {
  title: string;
  customerId: string | null;
  responsibleUserId: string | null;
}

async function readRecord(tx: Tx, { targetType, targetId }: Target): Promise<Concerned | undefined> {
  const { rows } = await sql<Concerned>`
    select r.title, r.customer_id, coalesce(r.responsible_user_id, c.responsible_user_id) as responsible_user_id
    from ${sql.table(`${targetType}s`)} as r left join customers as c on c.id = r.customer_id
    where r.id = ${targetId} and r.archived_at is null`.execute(tx.db);
  return rows[0];
}

/** Who is responsible or follows; those who look after everything where that is nobody. */
async function peopleOf(tx: Tx, { targetType, targetId }: Target, record: Concerned): Promise<string[]> {
  const named = await activeUsers(tx.db)
    .select("id")
    .where((eb) =>
      eb.or([
        eb("id", "=", record.responsibleUserId),
        eb(
          "id",
          "in",
          eb
            .selectFrom("recordFollowers")
            .select("userId")
            .where("recordType", "=", targetType)
            .where("recordId", "=", targetId),
        ),
      ]),
    )
    .orderBy("id")
    .execute();
  if (named.length > 0) return named.map(({ id }) => id);
  const maintainers = await activeUsers(tx.db)
    .select("id")
    .where("role", "in", ["admin", "maintainer"])
    .where("joinedAt", "is not", null)
    .orderBy("id")
    .execute();
  return maintainers.map(({ id }) => id);
}

async function whoHeard(tx: Tx, people: readonly string[], groupKeys: readonly string[]): Promise<Set<string>> {
  const rows = await tx.db
    .selectFrom("notifications")
    .select("forUserId")
    .distinct()
    .where("forUserId", "in", [...people])
    .where("groupKey", "in", [...groupKeys])
    .execute();
  return new Set(rows.map(({ forUserId }) => forUserId));
}
