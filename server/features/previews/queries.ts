import type { Selectable } from "kysely";
import type { z } from "zod";
import type {
  KeptPicture,
  Preview,
  PreviewPicture,
  PreviewState,
  PreviewThumb,
} from "../../../contract/previews/previews.ts";
import type * as contract from "../../../contract/previews/previews-input.ts";
import { minuteMs } from "../../../contract/time/durations.ts";
import type { Db } from "../../db/connection.ts";
import type { PreviewTable } from "../../db/tables/lookups.ts";
import { toDate } from "../../db/to-date.ts";
import { notFound } from "../../problem.ts";
import { isReadable, readableAmong } from "../../records/readable.ts";
import type { PersonContext } from "../../trpc/context.ts";
import { readPreviewSettings } from "./settings.ts";

type Row = Pick<
  Selectable<PreviewTable>,
  "askedAt" | "claimedUntil" | "failures" | "error" | "desktopKey" | "mobileKey" | "takenAt"
>;

/** Who has asked and waits, or whose turn it is: both are work to whoever looks. */
function stateOf(row: Row, now: Date): PreviewState {
  const isClaimed = row.claimedUntil !== null && row.claimedUntil > now.toISOString();
  const isAsked = row.askedAt !== null && now.getTime() - Date.parse(row.askedAt) < 30 * minuteMs;
  if (isClaimed || isAsked) return "working";
  if (row.failures > 0) return "failed";
  return row.desktopKey ? "current" : "none";
}

function pictureOf({ takenAt, desktopKey, mobileKey }: Row): PreviewPicture | null {
  return takenAt && desktopKey ? { takenAt: new Date(takenAt), desktopKey, mobileKey } : null;
}

export async function getPreview(ctx: PersonContext, { id }: z.infer<typeof contract.getPreview>): Promise<Preview> {
  if (!(await isReadable(ctx.db, { type: "website", id }, ctx.person))) throw notFound();
  const [row, website, settings, { earlier }] = await Promise.all([
    ctx.db.selectFrom("previews").selectAll().where("websiteId", "=", id).executeTakeFirst(),
    ctx.db.selectFrom("websites").select(["lifecycle", "archivedAt"]).where("id", "=", id).executeTakeFirst(),
    readPreviewSettings(ctx.db),
    ctx.db
      .selectFrom("previewPictures as kept")
      .innerJoin("previews as p", "p.websiteId", "kept.websiteId")
      .select((eb) => eb.fn.countAll<number | string>().as("earlier"))
      .where("kept.websiteId", "=", id)
      .whereRef("kept.desktopKey", "is distinct from", "p.desktopKey")
      .executeTakeFirstOrThrow(),
  ]);
  if (!row) return { state: "none", picture: null, error: null, triedAt: null, nextAt: null, earlier: 0 };
  const isAutomatic = settings.isOn && website?.lifecycle === "live" && website.archivedAt === null;
  return {
    state: stateOf(row, ctx.now()),
    picture: pictureOf(row),
    error: row.failures > 0 ? row.error : null,
    triedAt: toDate(row.triedAt),
    nextAt: isAutomatic ? new Date(row.dueAt) : null,
    earlier: Number(earlier),
  };
}

/** The pictures of what a list shows. */
export async function listThumbs(
  ctx: PersonContext,
  { ids }: z.infer<typeof contract.listThumbs>,
): Promise<PreviewThumb[]> {
  const readable = await readableAmong(ctx.db, "website", ids, ctx.person);
  if (readable.size === 0) return [];
  const rows = await ctx.db
    .selectFrom("previews")
    .select(["websiteId", "askedAt", "claimedUntil", "failures", "error", "desktopKey", "mobileKey", "takenAt"])
    .where("websiteId", "in", [...readable])
    .execute();
  return rows.map((row) => ({
    websiteId: row.websiteId,
    state: stateOf(row, ctx.now()),
    desktopKey: row.desktopKey,
  }));
}

/** The pictures to compare, the newest first: what is shown today, and what is kept of the months before. */
export async function listKeptPictures(
  { db, person }: PersonContext,
  { id }: z.infer<typeof contract.listKeptPictures>,
): Promise<KeptPicture[]> {
  if (!(await isReadable(db, { type: "website", id }, person))) throw notFound();
  const rows = await readKept(db, id);
  const kept = rows.map(({ takenAt, websiteId: _website, ...row }) => ({ ...row, takenAt: new Date(takenAt) }));
  const shown = await readShown(db, id);
  const isKept = kept.some(({ desktopKey }) => desktopKey === shown?.desktopKey);
  return shown && !isKept ? [{ id: shown.desktopKey, ...shown, distance: null }, ...kept] : kept;
}

async function readShown(db: Db, websiteId: string): Promise<PreviewPicture | null> {
  const row = await db.selectFrom("previews").selectAll().where("websiteId", "=", websiteId).executeTakeFirst();
  return row ? pictureOf(row) : null;
}

const readKept = (db: Db, websiteId: string) =>
  db
    .selectFrom("previewPictures")
    .selectAll()
    .where("websiteId", "=", websiteId)
    .orderBy("takenAt", "desc")
    .limit(60)
    .execute();
