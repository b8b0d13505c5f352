import { sql } from "kysely";
import { minuteMs } from "../../../contract/time/durations.ts";
import { BrowserOff, offTexts, VisitProblem } from "../../browser/browser-problem.ts";
import { systemContext, transact } from "../../db/transact.ts";
import { startWorker } from "../../db/wake.ts";
import { type Lease, workOff } from "../../jobs/leases.ts";
import type { Services } from "../../trpc/context.ts";
import { addFile } from "../previews/keep-picture.ts";
import { type PicturePair, takePair } from "../previews/take-pair.ts";
import { openProgress } from "./progress.ts";
import { keepStep, readAsker, urlLeases } from "./run.ts";
import type { StepEnd } from "./walk.ts";

type Needed = Pick<Services, "db" | "nodes" | "now" | "live" | "log" | "browser" | "uploads">;

const atOnce = 2;

/** Pictures of a discovery are its maker's until a website takes them over. */
export const discoveryOwner = (discoveryId: string) => `discovery:${discoveryId}`;

/** Takes the pictures of URLs that were looked at from now on; `stop` waits for what is under way. */
export const startDiscoveryPictures = (services: Needed) =>
  startWorker(services, {
    worker: "discoveryPictures",
    run: async (isStopped) => {
      await takeDiscoveryPictures(services, isStopped);
      return minuteMs;
    },
    failure: "pictures of discoveries could not be taken",
  });

/** Takes every picture that is missing, two at a time; returns how many URLs were worked on. */
export async function takeDiscoveryPictures(services: Needed, isStopped?: () => boolean): Promise<number> {
  const progress = openProgress(services);
  const { count } = await workOff({
    atOnce,
    isStopped,
    claim: () => claimNext(services),
    work: async (claimed) => {
      const person = await readAsker(services.db, claimed.discoveryId);
      const end = person ? await look(services, claimed) : { text: "Niemand wartet mehr darauf." };
      if (end !== "stopped") await keep(services, claimed, { end, createdById: person?.id });
      await urlLeases.giveBack(services.db, claimed);
      if (person) progress.tell({ id: claimed.discoveryId, userId: person.id });
      return end === "stopped" ? "over" : undefined;
    },
  });
  progress.end();
  return count;
}

interface Claimed extends Lease<"id"> {
  discoveryId: string;
  websiteId: string | null;
  /** What was reached, as JSON; null where nothing was. */
  reachJson: string | null;
}

const claimNext = (services: Needed) =>
  urlLeases.claim<Claimed>(services, {
    where: sql`t.state = 'done'
      and not exists (select 1 from discovery_steps as s where s.address_id = t.id and s.step = 'picture')`,
    orderBy: sql`t.position, t.discovery_id`,
    returning: sql`discovery_id, website_id,
      (select answer_json from discovery_steps where address_id = discovery_addresses.id and step = 'reach') as reach_json`,
  });

type End = PicturePair | { text: string; isFailure?: boolean };

async function look(services: Needed, { websiteId, reachJson }: Claimed): Promise<End | "stopped"> {
  if (websiteId) return { text: "Die Website ist angelegt und bekommt dort ihr Bild." };
  const reached: { url: string; status: number } | null = reachJson === null ? null : JSON.parse(reachJson);
  if (!reached) return { text: "Ohne Antwort der Website gibt es kein Bild." };
  if (reached.status >= 400) return { text: "Von einer Fehlerseite wird kein Bild gemacht." };
  try {
    return await takeTwice(services, reached.url);
  } catch (error) {
    if (error instanceof BrowserOff) return withoutBrowser(error.reason);
    if (error instanceof VisitProblem && error.code === "stopped") return "stopped";
    if (error instanceof VisitProblem) return { text: error.message, isFailure: true };
    services.log.error({ err: error }, "a picture of a discovery could not be taken");
    return { text: "Das Bild ließ sich nicht verarbeiten.", isFailure: true };
  }
}

/** A browser that crashed is another one at the next attempt. */
async function takeTwice(services: Needed, url: string): Promise<PicturePair> {
  try {
    return await takePair(services, url);
  } catch (error) {
    if (error instanceof VisitProblem && error.code === "crashed") return takePair(services, url);
    throw error;
  }
}

const withoutBrowser = (reason: BrowserOff["reason"]): End => ({ text: `Kein Bild: ${offTexts[reason].value}.` });

async function keep(
  services: Needed,
  claimed: Claimed,
  { end, createdById }: { end: End; createdById: string | undefined },
): Promise<void> {
  const at = services.now();
  const claim = { ...claimed, state: "done" as const };
  if ("text" in end || !createdById) {
    const { text, isFailure = false } = "text" in end ? end : { text: "" };
    await keepStep(services.db, claim, { step: "picture", state: isFailure ? "failed" : "skipped", text }, at);
    return;
  }
  const { desktop, mobile } = end;
  const answer = {
    takenAt: at.toISOString(),
    look: desktop.look,
    desktopKey: desktop.key,
    mobileKey: mobile?.key ?? null,
  };
  const text = mobile ? "Desktop und Telefon." : "Desktop; das Bild eines Telefons ist nicht gelungen.";
  const step: StepEnd = { step: "picture", state: "done", text, answer };
  await transact(systemContext(services), async (tx) => {
    if (!(await keepStep(tx.db, claim, step, at))) return;
    const owner = { owner: discoveryOwner(claimed.discoveryId), createdById };
    for (const picture of [desktop, mobile]) if (picture) await addFile(tx, picture, owner);
  });
}
