import { type RawBuilder, type SqlBool, sql } from "kysely";
import { strongChange } from "../../../contract/previews/previews.ts";
import { hourMs, minuteMs } from "../../../contract/time/durations.ts";
import { portalDate } from "../../../contract/time/today.ts";
import { BrowserOff, VisitProblem } from "../../browser/browser-problem.ts";
import { orderedJoin } from "../../db/dialect/planning.ts";
import { newId } from "../../db/new-id.ts";
import { systemContext, type Tx, transact } from "../../db/transact.ts";
import { startWorker } from "../../db/wake.ts";
import { openLeases, workOff } from "../../jobs/leases.ts";
import { jittered } from "../../jobs/waits.ts";
import type { Services } from "../../trpc/context.ts";
import { recordChangeEvents } from "../change-events/record.ts";
import { derivePreviews, derivePreviewsOf } from "./derive.ts";
import { addFile, dropPictures, pictureOwner } from "./keep-picture.ts";
import { lookDistance } from "./look.ts";
import { readPreviewSettings } from "./settings.ts";
import { type PicturePair, takePair } from "./take-pair.ts";

type Needed = Pick<Services, "db" | "now" | "live" | "log" | "browser" | "uploads">;

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
export function startPreviews(services: Needed) {
  let nextPassAt = 0;
  return startWorker(services, {
    worker: "previews",
    run: async (isStopped, ids) => {
      const at = services.now().getTime();
      const { isOn } = await readPreviewSettings(services.db);
      // Switched on again, all websites are looked at: what came meanwhile was not.
      if (!isOn) nextPassAt = 0;
      else if (at >= nextPassAt || nextPassAt - at > wholePassMs) {
        await derivePreviews(services, isStopped);
        nextPassAt = at + wholePassMs;
      } else await derivePreviewsOf(services, ids, isStopped);
      return (await takeDuePreviews(services, isStopped)) === "off" ? offRestMs : maxWaitMs;
    },
    failure: "pictures of websites could not be taken",
  });
}

/** Takes everything that is due, two at a time; says where there is no browser for it. */
export async function takeDuePreviews(services: Needed, isStopped?: () => boolean): Promise<"done" | "off"> {
  const { isOver } = await workOff({
    atOnce,
    isStopped,
    claim: () => claimNext(services),
    work: (claimed) => take(services, claimed),
  });
  return isOver ? "off" : "done";
}

interface Claimed {
  websiteId: string;
  claimedUntil: string;
  failures: number;
  look: string | null;
  takenAt: string | null;
  desktopKey: string | null;
  mobileKey: string | null;
}

/** By itself the portal takes pictures of what is live; of anything else, and first of all, where somebody asks. */
async function claimNext({ db, now }: Needed): Promise<Claimed | undefined> {
  const claim = (where: RawBuilder<SqlBool>) =>
    leases.claim<Claimed>(
      { db, now },
      {
        // In this order: with few pictures due, SQLite would look through all websites for them.
        join: sql`${orderedJoin} websites as w on w.id = t.website_id`,
        where: sql`t.due_at <= ${now().toISOString()} and w.archived_at is null and ${where}`,
        orderBy: sql`t.due_at`,
        returning: sql`failures, look, taken_at, desktop_key, mobile_key`,
      },
    );
  const asked = await claim(sql`t.asked_at is not null`);
  if (asked || !(await readPreviewSettings(db)).isOn) return asked;
  return claim(sql`t.asked_at is null and w.lifecycle = 'live'`);
}

/** Over where there is no browser. */
async function take(services: Needed, claimed: Claimed): Promise<"over" | undefined> {
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
    if (error instanceof BrowserOff || (error instanceof VisitProblem && error.code === "stopped")) {
      await leases.giveBack(db, claimed);
      return "over";
    }
    await fail(services, claimed, website, error);
  }
  return undefined;
}

interface Website {
  id: string;
  title: string;
  createdById: string | null;
}

async function keep(
  services: Needed,
  claimed: Claimed,
  { id, title, createdById }: Website,
  { desktop, mobile }: PicturePair,
): Promise<void> {
  const at = services.now().toISOString();
  const { everyMs } = await readPreviewSettings(services.db);
  const distance = claimed.look ? lookDistance(claimed.look, desktop.look) : null;
  const hasChanged = distance !== null && distance > strongChange;
  await transact(systemContext(services), async (tx) => {
    const askedBy = await readAskedBy(tx, id);
    const isOurs = await leases.giveBack(tx.db, claimed, {
      failures: 0,
      error: null,
      triedAt: at,
      takenAt: at,
      look: desktop.look,
      desktopKey: desktop.key,
      // A phone's picture that did not come about leaves the last good one.
      mobileKey: mobile?.key ?? claimed.mobileKey,
      askedAt: null,
      askedByJson: "[]",
      dueAt: new Date(Date.parse(at) + jittered(everyMs)).toISOString(),
    });
    if (!isOurs) return;
    const owner = { owner: pictureOwner(id), createdById: createdById ?? (await anyone(tx)) };
    for (const picture of [desktop, mobile]) if (picture) await addFile(tx, picture, owner);
    const isFirst = hasChanged || (await isFirstOfMonth(tx, id, at));
    const pair = { desktopKey: desktop.key, mobileKey: mobile?.key ?? null };
    if (isFirst)
      await tx.db
        .insertInto("previewPictures")
        .values({ id: newId(), websiteId: id, takenAt: at, ...pair, distance })
        .execute();
    await dropUnlessKept(tx, [claimed.desktopKey, mobile ? claimed.mobileKey : null]);
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
    tellEnd(tx, askedBy, { id, title }, undefined);
  });
}

async function fail(services: Needed, claimed: Claimed, { id, title }: Website, cause: unknown): Promise<void> {
  const isExpected = cause instanceof VisitProblem;
  if (!isExpected) services.log.error({ err: cause, website: id }, "a picture of a website could not be taken");
  const error = isExpected ? cause.message : "Das Bild ließ sich nicht verarbeiten.";
  const at = services.now();
  await transact(systemContext(services), async (tx) => {
    const askedBy = await readAskedBy(tx, id);
    const isOurs = await leases.fail(tx.db, claimed, { at, error, values: { askedAt: null, askedByJson: "[]" } });
    if (isOurs) tellEnd(tx, askedBy, { id, title }, error);
  });
}

/** Also those who asked while the picture was taken. */
async function readAskedBy(tx: Tx, websiteId: string): Promise<string[]> {
  const row = await tx.db
    .selectFrom("previews")
    .select("askedByJson")
    .where("websiteId", "=", websiteId)
    .executeTakeFirst();
  return row ? JSON.parse(row.askedByJson) : [];
}

/** Whoever asked learns how it ended; everybody's screens follow. */
function tellEnd(
  tx: Tx,
  askedBy: readonly string[],
  { id, title }: Omit<Website, "createdById">,
  error: string | undefined,
): void {
  const payload = { website: { id, name: title } };
  for (const toUserId of askedBy) {
    if (error === undefined) tx.signal({ event: "updatePreviewImage", payload, toUserId });
    tx.signal({
      event: "stopPreviewBtnSync",
      payload: error === undefined ? payload : { ...payload, error: error.replace(/\.$/, "") },
      toUserId,
    });
  }
  tx.signal({ event: "recordsChanged", payload: { records: { type: "website", ids: [id] } } });
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
