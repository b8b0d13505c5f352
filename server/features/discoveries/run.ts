import { sql } from "kysely";
import type { DiscoveryStep } from "../../../contract/discoveries/discoveries.ts";
import { hasAbility } from "../../../contract/roles.ts";
import { minuteMs } from "../../../contract/time/durations.ts";
import { activeUsers } from "../../db/active-users.ts";
import type { Db } from "../../db/connection.ts";
import { startWorker, wakeWorkers } from "../../db/wake.ts";
import { type Lease, openLeases, workOff } from "../../jobs/leases.ts";
import type { RecordContext } from "../../records/record-context.ts";
import { readSettings } from "../../settings/read-settings.ts";
import type { Person, Services } from "../../trpc/context.ts";
import { openProgress, type Progress } from "./progress.ts";
import type { DiscoveryTools } from "./tools.ts";
import { type StepEnd, walkUrl } from "./walk.ts";

type Needed = Pick<Services, "db" | "nodes" | "now" | "live" | "log">;

/** Of URLs, for what is looked up and for their pictures. */
export const urlLeases = openLeases({ table: "discoveryAddresses", key: ["id"], leaseMs: 5 * minuteMs });
const atOnce = 12;

/** Works off from now on what somebody wants to know; `stop` ends what is under way, to go on at the next start. */
export function startLooking(services: Needed, tools: DiscoveryTools): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const worker = startWorker(services, {
    worker: "discoveries",
    run: async () => {
      await runDiscoveries(services, tools, stopping.signal);
      return minuteMs;
    },
    failure: "discoveries could not be run",
  });
  return {
    async stop() {
      stopping.abort();
      await worker.stop();
    },
  };
}

/** Works on every URL that waits, several at a time; returns how many were worked on. */
export async function runDiscoveries(
  services: Needed,
  tools: DiscoveryTools,
  stopping = new AbortController().signal,
): Promise<number> {
  const progress = openProgress(services);
  const { count } = await workOff({
    atOnce,
    isStopped: () => stopping.aborted,
    claim: () => claimNext(services),
    work: async (claimed) => void (await workOn(services, tools, claimed, progress, stopping)),
  });
  progress.end();
  return count;
}

interface Claimed extends Lease<"id"> {
  discoveryId: string;
  typed: string;
}

/** The first URLs of all discoveries come before the second ones: a long list does not keep a short one waiting. */
const claimNext = (services: Needed) =>
  urlLeases.claim<Claimed>(services, {
    where: sql`t.state = 'waiting'`,
    orderBy: sql`t.position, t.discovery_id`,
    returning: sql`discovery_id, typed`,
  });

async function workOn(
  services: Needed,
  tools: DiscoveryTools,
  claimed: Claimed,
  progress: Progress,
  signal: AbortSignal,
): Promise<void> {
  const { db, now, log } = services;
  const person = await readAsker(db, claimed.discoveryId);
  const tell = () => person && progress.tell({ id: claimed.discoveryId, userId: person.id });
  tell();
  const keep = async (end: StepEnd) => {
    const isOurs = await keepStep(db, claimed, end, now());
    if (isOurs) tell();
    return isOurs;
  };
  const isWhole =
    !person ||
    (await walkUrl({
      ctx: contextOf(services, person),
      log,
      tools,
      keep,
      signal,
      typed: claimed.typed,
      allowedNetworks: (await readSettings(db, "network")).allowedNetworks,
      ended: await readEnded(db, claimed.id),
    }));
  await urlLeases.giveBack(db, claimed, { state: isWhole ? "done" : "waiting" });
  if (isWhole) wakeWorkers(db, ["discoveryPictures"]);
  tell();
}

/** Who has asked, as long as they may still create what is found. */
export async function readAsker(db: Db, discoveryId: string): Promise<Person | undefined> {
  const person = await activeUsers(db)
    .innerJoin("discoveries", "discoveries.createdById", "users.id")
    .select(["users.id", "users.name", "users.role"])
    .where("discoveries.id", "=", discoveryId)
    .executeTakeFirst();
  return person && hasAbility(person.role, "editRecords") ? person : undefined;
}

function contextOf({ db, now, live }: Needed, person: Person): RecordContext {
  return { db, now, person, actorId: person.id, publish: (signals) => void live.publish(signals) };
}

async function readEnded(db: Db, addressId: string): Promise<Map<DiscoveryStep, unknown>> {
  const rows = await db
    .selectFrom("discoverySteps")
    .select(["step", "answerJson"])
    .where("addressId", "=", addressId)
    .execute();
  return new Map(rows.map(({ step, answerJson }) => [step, answerJson === null ? undefined : JSON.parse(answerJson)]));
}

/** Keeps how a step ended, once, and only for whoever still has the URL. */
export async function keepStep(
  db: Db,
  { state = "waiting", ...lease }: Lease<"id"> & { state?: "waiting" | "done" },
  end: StepEnd,
  at: Date,
): Promise<boolean> {
  const answer = end.answer === undefined ? null : JSON.stringify(end.answer);
  const { rows } = await sql`
    insert into discovery_steps (address_id, step, state, text, answer_json, at)
    select id, ${end.step}, ${end.state}, ${end.text}, ${answer}, ${at.toISOString()} from discovery_addresses
    where state = ${state} and ${urlLeases.isHeld(lease)}
    on conflict do nothing returning step`.execute(db);
  return rows.length > 0;
}
