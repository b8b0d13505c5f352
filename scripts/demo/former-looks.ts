import { hourMs } from "../../contract/time/durations.ts";
import { portalMoment } from "../../contract/time/portal-time.ts";
import { addMonths, portalDate } from "../../contract/time/today.ts";
import { newId } from "../../server/db/new-id.ts";
import { systemContext, transact } from "../../server/db/transact.ts";
import { recordChangeEvents } from "../../server/features/change-events/record.ts";
import { createMaintenance } from "../../server/features/maintenance/commands.ts";
import {
  addFile,
  pictureOwner,
  type StoredPicture,
  storePicture,
} from "../../server/features/previews/keep-picture.ts";
import { lookDistance } from "../../server/features/previews/look.ts";
import { technician } from "./scenery.ts";
import { drawFormerPage, type FormerDesign } from "./sites/former-designs.ts";
import { type DemoSite, shownOf } from "./sites/site-pages.ts";
import { readSites, type Site, type Stage } from "./stage.ts";
import { hashOf } from "./tempo.ts";

const remembered = 6;
/** The last one is of the month before this one, so that what the browser takes is the first of its own. */
const monthsAgo = [4, 3, 2, 1];
/** Of the first website, whose relaunch came in the middle of a month. */
const relaunchedAgo = 2;

interface Moment {
  at: Date;
  design: FormerDesign;
  isRelaunch?: boolean;
}

/** Earlier pictures of some websites: one a month, and that of a relaunch which changed everything. */
export async function rememberLooks(stage: Stage, sites: Readonly<Record<string, DemoSite>>): Promise<void> {
  const chosen = (await readSites(stage)).slice(0, remembered);
  for (const [index, site] of chosen.entries()) {
    const known = sites[site.name];
    if (known) await remember(stage, site, { known, moments: momentsOf(stage.present, site.name, index === 0) });
  }
  stage.setClock(stage.present);
}

function momentsOf(present: Date, name: string, isRelaunched: boolean): Moment[] {
  const [year, month] = portalDate(present).split("-");
  const on = (ago: number, day: number) =>
    portalMoment(addMonths(`${year}-${month}-${String(day).padStart(2, "0")}`, -ago), "04:20");
  const usual: FormerDesign = hashOf(name) % 2 === 0 ? "narrow" : "wide";
  return monthsAgo.flatMap((ago): Moment[] => {
    const design = isRelaunched ? (ago < relaunchedAgo ? "wide" : "narrow") : usual;
    const first: Moment = { at: on(ago, 1 + (hashOf(name) % 7)), design };
    return isRelaunched && ago === relaunchedAgo
      ? [first, { at: on(ago, 17), design: "wide", isRelaunch: true }]
      : [first];
  });
}

async function remember(
  stage: Stage,
  site: Site,
  { known, moments }: { known: DemoSite; moments: readonly Moment[] },
): Promise<void> {
  const { services } = stage;
  let before: StoredPicture | undefined;
  for (const { at, design, isRelaunch } of moments) {
    if (isRelaunch) await planRelaunch(stage, site, at);
    stage.setClock(at);
    const headline = `Neues im ${at.toLocaleDateString("de-DE", { month: "long", timeZone: "Europe/Berlin" })}`;
    const page = { name: site.name, shown: shownOf(site.name, known), design, headline };
    const picture = await storePicture(services, await drawFormerPage({ ...page, device: "desktop" }));
    const onPhone = await storePicture(services, await drawFormerPage({ ...page, device: "mobile" }));
    await keep(stage, site, { picture, onPhone, before, isRelaunch: isRelaunch ?? false });
    before = picture;
  }
}

interface Taken {
  picture: StoredPicture;
  onPhone: StoredPicture;
  before: StoredPicture | undefined;
  isRelaunch: boolean;
}

/** As the worker of the portal keeps what the browser brings. */
async function keep(
  { services, as }: Stage,
  { id }: Site,
  { picture, onPhone, before, isRelaunch }: Taken,
): Promise<void> {
  const distance = before ? lookDistance(before.look, picture.look) : null;
  const createdById = as(technician).person.id;
  await transact(systemContext(services), async (tx) => {
    const takenAt = tx.now().toISOString();
    const website = await tx.db.selectFrom("websites").select("url").where("id", "=", id).executeTakeFirstOrThrow();
    for (const each of [picture, onPhone]) await addFile(tx, each, { owner: pictureOwner(id), createdById });
    await tx.db
      .insertInto("previewPictures")
      .values({ id: newId(), websiteId: id, takenAt, desktopKey: picture.key, mobileKey: onPhone.key, distance })
      .execute();
    // Without its look: the first that the browser takes is no change that somebody should hear of.
    const last = { takenAt, triedAt: takenAt, desktopKey: picture.key, mobileKey: onPhone.key };
    await tx.db
      .insertInto("previews")
      .values({ websiteId: id, url: website.url, dueAt: takenAt, ...last })
      .onConflict((conflict) => conflict.column("websiteId").doUpdateSet(last))
      .execute();
    if (isRelaunch && distance !== null)
      await recordChangeEvents(tx, [
        {
          source: "picture",
          kind: "look",
          target: { type: "website", id },
          before: null,
          after: [`stark verändert (${Math.round(distance * 100)} %)`],
        },
      ]);
  });
}

/** It was planned, and so nobody was woken by it. */
async function planRelaunch(stage: Stage, { id }: Site, at: Date): Promise<void> {
  stage.setClock(new Date(at.getTime() - 100 * hourMs));
  await createMaintenance(stage.as(technician), {
    title: "Relaunch",
    scope: "website",
    targetIds: [id],
    isSilent: true,
    rrule: null,
    startsAt: new Date(at.getTime() - 8 * hourMs).toISOString(),
    endsAt: new Date(at.getTime() + 2 * hourMs).toISOString(),
  });
}
