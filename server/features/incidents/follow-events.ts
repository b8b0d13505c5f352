import { sql } from "kysely";
import type { CheckEvent } from "../../../contract/checks/events.ts";
import { openStates } from "../../../contract/incidents/incidents.ts";
import { fieldsIn, isObject } from "../../../contract/narrowing.ts";
import { stringsOf } from "../../db/dialect/json.ts";
import type { Tx } from "../../db/transact.ts";
import { applyEffects, insertIncident } from "./apply.ts";
import { forgetSuspects, suspect } from "./ask-relatives.ts";
import { writeEntry } from "./entries.ts";
import { type Down, readFacts } from "./facts.ts";
import { decideIncidents, keyOf, type Target } from "./grouping.ts";
import { type FailedPart, openParts, openWhatIsLeft, readImpaired } from "./partial.ts";
import { recoverTargets, resolve } from "./resolve.ts";

/**
 * Makes incidents of what checks find out, in the transaction in which their events are read: what they bring about is
 * written once, whatever ends the portal in between.
 */
export async function followCheckEvents(tx: Tx, events: readonly CheckEvent[]): Promise<void> {
  // In their order, but what goes down one after the other is decided together: forty websites are one incident.
  for (let start = 0; start < events.length; ) {
    const kind = events[start]?.kind;
    let end = start;
    while (end < events.length && events[end]?.kind === kind) end += 1;
    if (kind) await follow[kind]?.(tx, events.slice(start, end));
    start = end;
  }
}

type Follow = (tx: Tx, events: readonly CheckEvent[]) => Promise<void>;

const follow: Partial<Record<CheckEvent["kind"], Follow>> = {
  failing: (tx, events) =>
    suspect(
      tx,
      events.map((event) => ({ ...targetOf(event), code: readData(event.data).code })),
    ),
  down: openFor,
  up: async (tx, events) => {
    await forgetSuspects(tx, events.map(targetOf));
    await recover(tx, events.map(targetOf));
  },
  flapping: (tx, events) => setFlapping(tx, events, true),
  steady: async (tx, events) => {
    await setFlapping(tx, events, false);
    await recover(tx, events.map(targetOf));
  },
  connectivityLost: async (tx, [event]) => {
    if (event) await openConnectivity(tx, new Date(event.at));
  },
  connectivityBack: async (tx) => {
    const open = await readConnectivity(tx);
    if (open) await resolve(tx, open);
  },
};

const targetOf = ({ targetType: type, targetId: id, at }: CheckEvent) => ({ type, id, at: new Date(at) });

async function openFor(tx: Tx, events: readonly CheckEvent[]): Promise<void> {
  const downs: FailedPart[] = events.map((event) => {
    const { code, text, certificate } = readData(event.data);
    return { ...targetOf(event), checkId: event.checkId, code, text, certificate };
  });
  await forgetSuspects(tx, downs);
  const impaired = await readImpaired(tx, downs);
  const whole = [...new Map(downs.map((down) => [keyOf(down), down])).values()].filter(
    (down) => !impaired.has(keyOf(down)),
  );
  if (whole.length > 0) await openWhole(tx, whole);
  await openParts(
    tx,
    downs.filter((down) => impaired.has(keyOf(down))),
  );
}

/** Makes incidents of what has gone down as a whole. */
export async function openWhole(tx: Tx, downs: readonly Down[]): Promise<void> {
  const facts = await readFacts(tx, downs);
  await applyEffects(tx, decideIncidents(facts), new Map(facts.troubles.map((each) => [keyOf(each), each])));
}

function readData(data: unknown): Pick<Down, "code" | "text" | "certificate"> {
  const { code, text, certificate } = fieldsIn(data);
  const fingerprint = isObject(certificate) ? certificate.fingerprint : certificate;
  const textual = (value: unknown) => (typeof value === "string" && value !== "" ? value : undefined);
  return { code: textual(code), text: textual(text), certificate: textual(fingerprint) };
}

/**
 * A target has several checks: it is back when none of them is down, and a domain when it is delegated. Where some answer and others do not, its outage is
 * over, and what is left is looked after by itself.
 */
export async function recover(tx: Tx, answering: readonly (Target & { at: Date })[]): Promise<void> {
  const targets = [...new Map(answering.map((target) => [keyOf(target), target])).values()];
  const { rows } = await sql<{ key: string }>`
    select distinct target_type || ':' || target_id as key from checks
    where status = 'offline' and is_enabled = 1 and removed_at is null and paused_at is null
      and target_id in ${stringsOf(JSON.stringify(targets.map(({ id }) => id)))}
    union
    select 'domain:' || d.id from domains as d inner join incident_members as m on m.target_id = d.id
      inner join incidents as i on i.id = m.incident_id and i.state in (${sql.join([...openStates])})
    where d.delegation = 'notDelegated' and m.cause = 'notDelegated' and m.until is null`.execute(tx.db);
  const failing = new Set(rows.map(({ key }) => key));
  await recoverTargets(
    tx,
    targets.filter((target) => !failing.has(keyOf(target))),
  );
  const impaired = await readImpaired(tx, targets);
  const inPart = targets.filter((target) => failing.has(keyOf(target)) && impaired.has(keyOf(target)));
  await recoverTargets(tx, inPart, { isPartial: true });
  await openWhatIsLeft(tx, inPart);
}

async function setFlapping(tx: Tx, events: readonly CheckEvent[], isFlapping: boolean): Promise<void> {
  for (const { targetType, targetId } of events) {
    const rows = await tx.db
      .updateTable("incidentMembers")
      .set({ isFlapping: isFlapping ? 1 : 0 })
      .where("targetType", "=", targetType)
      .where("targetId", "=", targetId)
      .where("until", "is", null)
      .where("isFlapping", "=", isFlapping ? 0 : 1)
      .returning(["incidentId", "label"])
      .execute();
    for (const { incidentId, label } of rows)
      await writeEntry(tx, incidentId, {
        ...(isFlapping
          ? { kind: "joined", text: `${label} kommt und geht` }
          : { kind: "recovered", text: `${label} ist wieder stabil` }),
      });
  }
}

async function openConnectivity(tx: Tx, at: Date): Promise<void> {
  if (await readConnectivity(tx)) return;
  const id = await insertIncident(tx, {
    title: "Eigene Internetverbindung gestört",
    severity: "critical",
    kind: "connectivity",
    root: null,
    cause: "Auch die Gegenproben antworten nicht",
    startedAt: at.toISOString(),
    tellAfter: tx.now().toISOString(),
  });
  await writeEntry(tx, id, { kind: "opened", text: "Auch die Gegenproben antworten nicht" });
  tx.wake("incidents");
}

async function readConnectivity({ db }: Tx): Promise<string | undefined> {
  const open = await db
    .selectFrom("incidents")
    .select("id")
    .where("kind", "=", "connectivity")
    .where("state", "in", [...openStates])
    .executeTakeFirst();
  return open?.id;
}
