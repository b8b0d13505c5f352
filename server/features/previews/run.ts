import { type RawBuilder, type Selectable, type SqlBool, sql } from "kysely";
import { strongChange } from "../../../contract/previews/previews.ts";
import { hourMs, minuteMs } from "../../../contract/time/durations.ts";
import { portalDate } from "../../../contract/time/today.ts";
import { BrowserOff, type OffReason, offTexts, VisitProblem } from "../../browser/browser-problem.ts";
import { orderedJoin } from "../../db/dialect/planning.ts";
import { newId } from "../../db/new-id.ts";
import type { PreviewTable } from "../../db/tables/lookups.ts";
import { systemContext, type Tx, transact } from "../../db/transact.ts";
import { startWorker, wakeWorkers } from "../../db/wake.ts";
import { openLeases, workOff } from "../../jobs/leases.ts";
import { jittered } from "../../jobs/waits.ts";
import type { Services } from "../../trpc/context.ts";
import { recordChangeEvents } from "../change-events/record.ts";
import { endWaiting, tellEnd, whoStillWaits } from "./askers.ts";
import { derivePreviews, derivePreviewsOf } from "./derive.ts";
import { addFile, dropPictures, pictureOwner } from "./keep-picture.ts";
import { lookDistance } from "./look.ts";
import { readPreviewSettings } from "./settings.ts";
import { type PicturePair, takePair } from "./take-pair.ts";

type Needed = Pick<Services, "db" | "nodes" | "now" | "live" | "log" | "browser" | "uploads">;

/** A lease outlasts two pictures and their storing. */
const leases = openLeases({
  table: "previews",
  key: ["websiteId"],
  leaseMs: 5 * minuteMs,
  backOff: { firstMs: hourMs, maxMs: 24 * hourMs },
});
const atOnce = 2;
/** Where no browser starts, another attempt comes after this time. */
const offRestMs = 10 * minuteMs;
const maxWaitMs = minuteMs;
/** What changes is derived at once; all websites are looked at so often, for what came past the transactions. */
const wholePassMs = hourMs;

/** Takes the pictures that are due from now on; `stop` waits for what is under way. */
export function startPreviews(services: Needed): { stop(): Promise<void> } {
  let nextPassAt = 0;
  const deriving = startWorker(services, {
    worker: "previewTargets",
    run: async (isStopped, ids) => {
      const at = services.now().getTime();
      const { isOn } = await readPreviewSettings(services.db);
      const isWhole = isOn && (at >= nextPassAt || nextPassAt - at > wholePassMs);
      const isDue = isWhole
        ? await derivePreviews(services, isStopped)
        : isOn && (await derivePreviewsOf(services, ids, isStopped));
      // Switched on again, all websites are looked at: what came meanwhile was not.
      if (!isOn) nextPassAt = 0;
      else if (isWhole) nextPassAt = at + wholePassMs;
      if (isDue) wakeWorkers(services.db, ["previews"]);
      return maxWaitMs;
    },
    failure: "pictures that are due could not be derived",
  });
  const taking = startWorker(services, {
    worker: "previews",
    run: async (isStopped) => ((await takeDuePreviews(services, isStopped)) === "off" ? offRestMs : maxWaitMs),
    failure: "pictures of websites could not be taken",
  });
  return { stop: async () => void (await Promise.all([deriving.stop(), taking.stop()])) };
}

/** Takes everything that is due, two at a time; where there is no browser for it, says so and tells whoever waits. */
export async function takeDuePreviews(services: Needed, isStopped?: () => boolean): Promise<"done" | "off"> {
  let off: OffReason | undefined;
  const { isOver } = await workOff({
    atOnce,
    isStopped,
    claim: () => claimNext(services),
    work: async (claimed) => {
      const end = await take(services, claimed);
      if (end instanceof BrowserOff) off = end.reason;
      return end && "over";
    },
  });
  if (off) await endWaiting(services, offTexts[off].value);
  return isOver ? "off" : "done";
}

interface Claimed {
  websiteId: string;
  claimedBy: string;
  claimedUntil: string;
  /** The URL that the look belongs to. */
  url: string;
  askedAt: string | null;
  askedByJson: string;
  failures: number;
  look: string | null;
  takenAt: string | null;
  desktopKey: string | null;
  mobileKey: string | null;
}

/** By itself the portal takes pictures of what is live; of anything else, and first of all, where somebody asks. */
async function claimNext(services: Needed): Promise<Claimed | undefined> {
  const { db, now } = services;
  const claim = (where: RawBuilder<SqlBool>, isFirst: RawBuilder<SqlBool>) =>
    leases.claim<Claimed>(services, {
      // In this order: with few pictures due, SQLite would look through all websites for them.
      join: sql`${orderedJoin} websites as w on w.id = t.website_id`,
      where: sql`t.due_at <= ${now().toISOString()} and w.archived_at is null and ${where}`,
      orderBy: sql`case when ${isFirst} then 0 else 1 end, t.due_at`,
      returning: sql`url, asked_at, asked_by_json, failures, look, taken_at, desktop_key, mobile_key`,
    });
  // Somebody who waits comes before the many that were chosen from a list, and a new website before the weekly ones.
  const asked = await claim(sql`t.asked_at is not null`, sql`t.asked_by_json <> '[]'`);
  if (asked || !(await readPreviewSettings(db)).isOn) return asked;
  return claim(sql`t.asked_at is null and w.lifecycle = 'live'`, sql`t.look is null and t.failures = 0`);
}

/** Returns what speaks against going on: that there is no browser, or that it is being stopped. */
async function take(services: Needed, claimed: Claimed): Promise<BrowserOff | "stopped" | undefined> {
  const { db } = services;
  const website = await db
    .selectFrom("websites")
    .select(["id", "title", "url", "createdById"])
    .where("id", "=", claimed.websiteId)
    .executeTakeFirst();
  if (!website) {
    await db.deleteFrom("previews").where("websiteId", "=", claimed.websiteId).execute();
    return undefined;
  }
  try {
    await keep(services, claimed, website, await takePair(services, website.url));
  } catch (error) {
    const end = error instanceof BrowserOff ? error : undefined;
    if (end || (error instanceof VisitProblem && error.code === "stopped")) {
      await leases.giveBack(db, claimed);
      return end ?? "stopped";
    }
    await fail(services, claimed, website, error);
  }
  return undefined;
}

interface Website {
  id: string;
  title: string;
  /** What was looked at. */
  url: string;
  createdById: string | null;
}

async function keep(
  services: Needed,
  claimed: Claimed,
  website: Website,
  { desktop, mobile }: PicturePair,
): Promise<void> {
  const { id, url, createdById } = website;
  const at = services.now().toISOString();
  const { everyMs } = await readPreviewSettings(services.db);
  const isSame = claimed.look !== null && claimed.url === url;
  const distance = isSame && claimed.look ? lookDistance(claimed.look, desktop.look) : null;
  // A phone's picture that did not come about leaves the last good one of the same website.
  const mobileKey = mobile?.key ?? (isSame ? claimed.mobileKey : null);
  const hasChanged = distance !== null && distance > strongChange;
  await transact(systemContext(services), async (tx) => {
    const row = await readRow(tx, id);
    if (!row || isOfAnother(row, claimed, website)) return void (await leases.giveBack(tx.db, claimed));
    const waiting = whoStillWaits(row, claimed);
    const isOurs = await leases.giveBack(tx.db, claimed, {
      url,
      failures: 0,
      error: null,
      triedAt: at,
      takenAt: at,
      look: desktop.look,
      desktopKey: desktop.key,
      mobileKey,
      askedAt: null,
      askedByJson: "[]",
      dueAt: new Date(Date.parse(at) + jittered(everyMs)).toISOString(),
      ...waiting,
    });
    if (!isOurs) return;
    const owner = { owner: pictureOwner(id), createdById: createdById ?? (await anyone(tx)) };
    for (const picture of [desktop, mobile]) if (picture) await addFile(tx, picture, owner);
    const isFirst = hasChanged || (await isFirstOfMonth(tx, id, at));
    if (hasChanged) await keepFormer(tx, claimed);
    const pair = { desktopKey: desktop.key, mobileKey: mobile?.key ?? null };
    if (isFirst)
      await tx.db
        .insertInto("previewPictures")
        .values({ id: newId(), websiteId: id, takenAt: at, ...pair, distance })
        .execute();
    await dropUnlessKept(tx, [claimed.desktopKey, mobileKey === claimed.mobileKey ? null : claimed.mobileKey]);
    if (hasChanged)
      await recordChangeEvents(tx, [
        {
          source: "picture",
          kind: "look",
          target: { type: "website", id },
          at,
          before: claimed.takenAt ? [`Bild vom ${dayOf(claimed.takenAt)}`] : null,
          after: [`stark verändert (${Math.round(distance * 100)} %)`],
        },
      ]);
    tellEnd(tx, JSON.parse(waiting ? claimed.askedByJson : row.askedByJson), website, undefined);
  });
}

async function fail(services: Needed, claimed: Claimed, website: Website, cause: unknown): Promise<void> {
  const { id } = website;
  const isExpected = cause instanceof VisitProblem;
  if (!isExpected) services.log.error({ err: cause, website: id }, "a picture of a website could not be taken");
  const error = isExpected ? cause.message : "Das Bild ließ sich nicht verarbeiten.";
  const at = services.now();
  await transact(systemContext(services), async (tx) => {
    const row = await readRow(tx, id);
    if (!row || isOfAnother(row, claimed, website)) return void (await leases.giveBack(tx.db, claimed));
    const isOurs = await leases.fail(tx.db, claimed, { at, error, values: { askedAt: null, askedByJson: "[]" } });
    // A page that fails does so for those, too, who asked while it was looked at.
    if (isOurs) tellEnd(tx, JSON.parse(row.askedByJson), website, error);
  });
}

type Row = Pick<Selectable<PreviewTable>, "url" | "askedAt" | "askedByJson">;

const readRow = (tx: Tx, websiteId: string): Promise<Row | undefined> =>
  tx.db
    .selectFrom("previews")
    .select(["url", "askedAt", "askedByJson"])
    .where("websiteId", "=", websiteId)
    .executeTakeFirst();

/** Whether the website has got another URL while the former one was looked at: its row is due for that already. */
const isOfAnother = (row: Row, claimed: Claimed, { url }: Website) => row.url !== claimed.url && row.url !== url;

/** The last picture before a strong change: without it, the change would be shown beside one that is weeks older. */
async function keepFormer(tx: Tx, { websiteId, takenAt, desktopKey, mobileKey }: Claimed): Promise<void> {
  if (!takenAt || !desktopKey) return;
  const kept = await tx.db
    .selectFrom("previewPictures")
    .select("id")
    .where("websiteId", "=", websiteId)
    .where("desktopKey", "=", desktopKey)
    .executeTakeFirst();
  if (kept) return;
  await tx.db
    .insertInto("previewPictures")
    .values({ id: newId(), websiteId, takenAt, desktopKey, mobileKey, distance: null })
    .execute();
}

async function isFirstOfMonth(tx: Tx, websiteId: string, at: string): Promise<boolean> {
  const last = await tx.db
    .selectFrom("previewPictures")
    .select("takenAt")
    .where("websiteId", "=", websiteId)
    .orderBy("takenAt", "desc")
    .executeTakeFirst();
  return !last || monthOf(last.takenAt) !== monthOf(at);
}

const monthOf = (at: string) => portalDate(new Date(at)).slice(0, 7);
const dayOf = (at: string) => portalDate(new Date(at)).split("-").reverse().join(".");

async function dropUnlessKept(tx: Tx, keys: readonly (string | null)[]): Promise<void> {
  for (const key of keys) {
    if (!key) continue;
    const kept = await tx.db
      .selectFrom("previewPictures")
      .select("id")
      .where((eb) => eb.or([eb("desktopKey", "=", key), eb("mobileKey", "=", key)]))
      .executeTakeFirst();
    if (!kept) await dropPictures(tx, [key]);
  }
}

/** Files stand in somebody's name; those of a website that an import made, in that of whoever came first. */
async function anyone(tx: Tx): Promise<string> {
  const { id } = await tx.db.selectFrom("users").select("id").orderBy("createdAt").limit(1).executeTakeFirstOrThrow();
  return id;
}
