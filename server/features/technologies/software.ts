import { isDeepStrictEqual } from "node:util";
import { keysOf, parseOwnJson } from "../../../contract/narrowing.ts";
import type { SiteReport } from "../../../contract/site-reports/site-reports.ts";
import { type Technology, technologyCategories } from "../../../contract/technologies/technologies.ts";
import { type DetectedField, detectedFields } from "../../../contract/technologies/views.ts";
import { portalDate } from "../../../contract/time/today.ts";
import { prepare } from "../../db/prepare.ts";
import { systemContext, type Tx, transact } from "../../db/transact.ts";
import { idsIn } from "../../records/conditions/ids-in.ts";
import type { Services } from "../../trpc/context.ts";
import { refreshHostPhp } from "../end-of-life/host-php.ts";
import { judgePhp, judgeSoftware } from "../end-of-life/software-state.ts";

export type Detected = Partial<Record<DetectedField, string>>;

const order = keysOf(technologyCategories);
const systems = ["cms", "shop", "hosted"] as const;
/** In percent; what is less sure is shown, and fills no field. */
const minConfidence = 75;

/** What of a page's technologies belongs into the fields of its website. */
export function detectedIn(technologies: readonly Technology[]): Detected {
  // The order decides: a shop that stands on WordPress is looked after as WordPress.
  const system = systems
    .flatMap((category) => technologies.filter((each) => each.category === category))
    .find(({ confidence }) => confidence >= minConfidence);
  const php = technologies.find(({ name }) => name === "PHP");
  return {
    ...(system && { cms: system.name }),
    ...(system?.version && { cmsVersion: system.version }),
    ...(php?.version && { phpVersion: php.version }),
  };
}

/** Remembers of a new website which of its values come from its page: those follow the page, the others stay. */
export async function noteDetected(tx: Tx, id: string, found: Detected): Promise<void> {
  const row = await tx.db.selectFrom("websites").select(detectedFields).where("id", "=", id).executeTakeFirstOrThrow();
  const kept = detectedFields.filter((field) => found[field] !== undefined && found[field] === row[field]);
  const detected = JSON.stringify(Object.fromEntries(kept.map((field) => [field, found[field]])));
  await tx.db.updateTable("websites").set({ detected }).where("id", "=", id).execute();
}

/** Writes what was found into the fields that nobody has filled by hand; what was found once stays until something else is. */
export async function fillFields(tx: Tx, id: string, technologies: readonly Technology[]): Promise<boolean> {
  const row = await tx.db
    .selectFrom("websites")
    .select(["cms", "cmsVersion", "phpVersion", "detected", "technologies"])
    .where("id", "=", id)
    .executeTakeFirst();
  if (!row) return false;
  const known: Detected = parseOwnJson<Detected>(row.detected);
  const values = valuesToFill(row, known, { ...detectedIn(technologies), ...(await readReported(tx, id)) });
  const ranked = technologies.toSorted((one, other) => order.indexOf(one.category) - order.indexOf(other.category));
  const names = JSON.stringify(ranked.map(({ name }) => name));
  const detected = { ...known, ...values };
  const isSame =
    detectedFields.every((field) => values[field] === undefined || values[field] === row[field]) &&
    names === row.technologies &&
    isDeepStrictEqual(detected, known);
  if (isSame) return false;
  await tx.db
    .updateTable("websites")
    .set({ ...values, technologies: names, detected: JSON.stringify(detected) })
    .where("id", "=", id)
    .execute();
  return true;
}

/** What a website has reported of itself counts more than what can be seen from outside. */
async function readReported(tx: Tx, id: string): Promise<Detected> {
  const row = await tx.db
    .selectFrom("siteReporters")
    .select("reportJson")
    .where("websiteId", "=", id)
    .executeTakeFirst();
  if (!row?.reportJson) return {};
  const { wordpress, php } = parseOwnJson<SiteReport>(row.reportJson);
  return { cms: "WordPress", cmsVersion: wordpress.version, phpVersion: php };
}

/** Writes what a website reports of itself into the fields that nobody has filled by hand. */
export async function fillReported(tx: Tx, id: string, found: Detected): Promise<boolean> {
  const row = await tx.db
    .selectFrom("websites")
    .select(["cms", "cmsVersion", "phpVersion", "detected"])
    .where("id", "=", id)
    .executeTakeFirst();
  if (!row) return false;
  const known: Detected = parseOwnJson<Detected>(row.detected);
  const values = valuesToFill(row, known, found);
  const detected = { ...known, ...values };
  if (isDeepStrictEqual(detected, known)) return false;
  await tx.db
    .updateTable("websites")
    .set({ ...values, detected: JSON.stringify(detected) })
    .where("id", "=", id)
    .execute();
  return true;
}

type Fields = Record<DetectedField, string | null>;

function valuesToFill(row: Fields, known: Detected, found: Detected): Detected {
  const values: Detected = {};
  for (const field of detectedFields) {
    const isManual = Boolean(row[field]) && row[field] !== known[field];
    const fresh = found[field];
    if (fresh !== undefined && !isManual) values[field] = fresh;
  }
  const system = values.cms ?? row.cms;
  // The version of one system says nothing of another that somebody has entered.
  if (found.cms?.toLowerCase() !== system?.toLowerCase()) delete values.cmsVersion;
  return values;
}

const atOnce = 500;

/** Works out anew how up to date all websites and hosts are: other versions have come out, or a day has passed. */
export async function refreshAllSoftware(services: Pick<Services, "db" | "now" | "live">): Promise<void> {
  await refreshAll(services, "website", refreshSoftware);
  await refreshAll(services, "host", refreshHostPhp);
}

async function refreshAll(
  services: Pick<Services, "db" | "now" | "live">,
  type: "website" | "host",
  refresh: (tx: Tx, ids: readonly string[]) => Promise<string[]>,
): Promise<void> {
  const rows = await services.db.selectFrom(`${type}s`).select("id").where("archivedAt", "is", null).execute();
  const ids = rows.map(({ id }) => id);
  for (let start = 0; start < ids.length; start += atOnce)
    await transact(systemContext(services), async (tx) => {
      const changed = await refresh(tx, ids.slice(start, start + atOnce));
      for (let from = 0; from < changed.length; from += 100)
        tx.signal({ event: "recordsChanged", payload: { records: { type, ids: changed.slice(from, from + 100) } } });
    });
}

/** Works out anew how up to date websites are; returns those for whom that has changed. */
export async function refreshSoftware(tx: Tx, ids: readonly string[]): Promise<string[]> {
  const today = portalDate(tx.now());
  const rows = await selectSoftware(tx.db, JSON.stringify(ids));
  const changed: string[] = [];
  for (const { id, cms, cmsVersion, phpVersion, ...was } of rows) {
    const updates = cms ? judgeSoftware(cms, cmsVersion, today).state : null;
    const phpSupport = judgePhp(phpVersion, today);
    if (updates === was.updates && phpSupport === was.phpSupport) continue;
    await tx.db.updateTable("websites").set({ updates, phpSupport }).where("id", "=", id).execute();
    changed.push(id);
  }
  return changed;
}

const selectSoftware = prepare((db, idsJson: string) =>
  db
    .selectFrom("websites")
    .select(["id", "cms", "cmsVersion", "phpVersion", "updates", "phpSupport"])
    .where("id", "in", idsIn(idsJson)),
);
