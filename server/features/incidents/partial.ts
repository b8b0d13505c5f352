import { sql } from "kysely";
import { causeText, isCauseCode } from "../../../contract/checks/causes.ts";
import { type CheckKind, checkKinds } from "../../../contract/checks/kinds.ts";
import { openStates } from "../../../contract/incidents/incidents.ts";
import { stringsOf } from "../../db/dialect/json.ts";
import type { Tx } from "../../db/transact.ts";
import { insertIncident, join, noteChange, putMembers } from "./apply.ts";
import { writeEntry } from "./entries.ts";
import { type Down, type Known, readFacts } from "./facts.ts";
import { findExplaining, keyOf, type Target } from "./grouping.ts";

/** A check that has failed of something that answers otherwise. */
export interface FailedPart extends Down {
  checkId: string;
}

/** Those of some targets that are impaired and not offline, by `type:id`: a part of them fails, the rest answers. */
export async function readImpaired({ db }: Tx, targets: readonly Target[]): Promise<Set<string>> {
  const ids = stringsOf(JSON.stringify(targets.map(({ id }) => id)));
  const { rows } = await sql<{ key: string }>`
    select 'website:' || id as key from websites where status = 'degraded' and id in ${ids}
    union all select 'host:' || id from hosts where status = 'degraded' and id in ${ids}
    union all select 'domain:' || id from domains where state = 'degraded' and id in ${ids}`.execute(db);
  return new Set(rows.map(({ key }) => key));
}

/**
 * A port, a job or a certificate fails while the rest answers: somebody has to look after that, but it is no outage. It
 * blames nothing that it hangs on, and belongs to what is going on there already.
 */
export async function openParts(tx: Tx, parts: readonly FailedPart[]): Promise<void> {
  for (const part of parts) {
    const facts = await readFacts(tx, [part]);
    const known = facts.troubles.find((each) => keyOf(each) === keyOf(part));
    if (!known) continue;
    const text = await nameOf(tx, part, known);
    const open = await incidentWith(tx, part);
    if (open) {
      await writeEntry(tx, open, { kind: "joined", text });
      await noteChange(tx, open);
      continue;
    }
    const explaining = findExplaining(facts, known);
    if (explaining) await join(tx, explaining, [known], true);
    else await openAlone(tx, known, text);
  }
}

async function openAlone(tx: Tx, known: Known, title: string): Promise<void> {
  const { type, id: targetId, label, sla, since, text } = known;
  const id = await insertIncident(tx, {
    title: title.slice(0, 200),
    cause: text,
    kind: "targets",
    root: { type, id: targetId, label },
    severity: type === "host" || sla === "premium" ? "warning" : "info",
    startedAt: new Date(since).toISOString(),
    tellAfter: tx.now().toISOString(),
  });
  await putMembers(tx, id, [known], true);
  await writeEntry(tx, id, { kind: "opened", text: text ? `${label}: ${text}` : title });
  tx.wake("incidents");
}

/** What of targets still fails now that they answer again, where no incident is about it any more. */
export async function openWhatIsLeft(tx: Tx, targets: readonly Target[]): Promise<void> {
  for (const { type, id } of targets) {
    if (await incidentWith(tx, { type, id })) continue;
    const left = await tx.db
      .selectFrom("checks")
      .select(["id", "statusSince", "cause"])
      .where("targetType", "=", type)
      .where("targetId", "=", id)
      .where("status", "=", "offline")
      .where("isEnabled", "=", 1)
      .where("pausedAt", "is", null)
      .where("removedAt", "is", null)
      .execute();
    await openParts(
      tx,
      left.map(({ id: checkId, statusSince, cause }) => ({
        type,
        id,
        checkId,
        at: statusSince ? new Date(statusSince) : tx.now(),
        ...(cause !== null && { text: cause }),
      })),
    );
  }
}

async function incidentWith({ db }: Tx, { type, id }: Target): Promise<string | undefined> {
  const row = await db
    .selectFrom("incidentMembers as m")
    .innerJoin("incidents as i", "i.id", "m.incidentId")
    .select("i.id")
    .where("m.targetType", "=", type)
    .where("m.targetId", "=", id)
    .where("m.until", "is", null)
    .where("i.state", "in", [...openStates])
    .orderBy("i.startedAt")
    .limit(1)
    .executeTakeFirst();
  return row?.id;
}

/** „Nachtlauf (web-03): Herzschlag ausgeblieben“, „web-03, Port 25: Verbindung abgelehnt“. */
async function nameOf({ db }: Tx, { checkId, code, text }: FailedPart, { label }: Known): Promise<string> {
  const check = await db
    .selectFrom("checks")
    .select(["kind", "part", "label"])
    .where("id", "=", checkId)
    .executeTakeFirst();
  const cause = code !== undefined && isCauseCode(code) ? causeText(code) : text;
  const what = check ? partName(check, label) : label;
  return cause ? `${what}: ${cause}` : `${what} antwortet nicht`;
}

function partName({ kind, part, label }: { kind: CheckKind; part: string; label: string }, target: string): string {
  if (kind === "push") return `${label} (${target})`;
  const port = part === "" ? "" : `Port ${part}`;
  if (kind === "tls") return `${target}, ${checkKinds.tls}${port && ` an ${port}`}`;
  return `${target}, ${port || checkKinds[kind]}`;
}
