import {
  type DiscoveredUrl,
  type DiscoveryRow,
  type DiscoveryStep,
  type DiscoveryStepView,
  type DiscoveryView,
  discoveryStepNames,
  keptDays,
  type StepAnswers,
} from "../../../contract/discoveries/discoveries.ts";
import type { Ref } from "../../../contract/records/fields.ts";
import { dayMs } from "../../../contract/time/durations.ts";
import { portalDate } from "../../../contract/time/today.ts";
import type { Db } from "../../db/connection.ts";
import type { DiscoveryStepTable, DiscoveryTable, DiscoveryUrlTable } from "../../db/tables/imports.ts";
import { notFound } from "../../problem.ts";
import type { RecordContext } from "../../records/record-context.ts";
import { judgeSoftware } from "../end-of-life/software-state.ts";
import { hostText, readHosts } from "./matches.ts";
import { proposeSite } from "./proposals.ts";
import { linkKey, readLinked } from "./redirects.ts";

type Asking = Pick<RecordContext, "db" | "person" | "now">;

const maxListed = 10;

/** A discovery that this person may see; throws not_found for all others. They are their maker's; admins see all. */
export async function findDiscovery({ db, person }: Omit<Asking, "now">, id: string): Promise<DiscoveryTable> {
  const row = await db.selectFrom("discoveries").selectAll().where("id", "=", id).executeTakeFirst();
  if (!row || (person.role !== "admin" && row.createdById !== person.id)) throw notFound();
  return row;
}

/** The person's own discoveries, the newest first. */
export async function listDiscoveries({ db, person }: Asking): Promise<DiscoveryRow[]> {
  const rows = await db
    .selectFrom("discoveries")
    .selectAll()
    .where("createdById", "=", person.id)
    .orderBy("createdAt", "desc")
    .orderBy("id", "desc")
    .limit(maxListed)
    .execute();
  return Promise.all(
    rows.map(async ({ id, createdAt }) => {
      const urls = await readUrls(db, id);
      return {
        id,
        createdAt: new Date(createdAt),
        createdBy: { id: person.id, label: person.name },
        ...countsOf(urls),
        sample: urls.slice(0, 3).map(({ typed }) => typed),
      };
    }),
  );
}

/** A discovery with everything that is known of each URL by now. */
export async function getDiscovery(ctx: Asking, { id }: { id: string }): Promise<DiscoveryView> {
  const { createdAt, createdById } = await findDiscovery(ctx, id);
  const { db } = ctx;
  const urls = await readUrls(db, id);
  const steps = await db
    .selectFrom("discoverySteps as s")
    .innerJoin("discoveryAddresses as a", "a.id", "s.addressId")
    .selectAll("s")
    .where("a.discoveryId", "=", id)
    .execute();
  const stepsOf = Map.groupBy(await withHostsOfToday(db, steps), ({ addressId }) => addressId);
  const today = portalDate(ctx.now());
  const found = urls.map((row) => toDiscoveredUrl(row, stepsOf.get(row.id) ?? [], today));
  const websites = await readWebsites(db, found);
  const linked = await readLinked(db, found, websites.values());
  const firstOf = new Map<string, string>();
  for (const { id: urlId, url } of found) if (url && !firstOf.has(siteKey(url))) firstOf.set(siteKey(url), urlId);
  const author = createdById
    ? await db.selectFrom("users").select("name").where("id", "=", createdById).executeTakeFirst()
    : undefined;
  return {
    id,
    createdAt: new Date(createdAt),
    keptUntil: new Date(Date.parse(createdAt) + keptDays * dayMs),
    createdBy: createdById ? { id: createdById, label: author?.name ?? "" } : null,
    ...countsOf(urls),
    urls: found.map(({ websiteId, proposal, ...discovered }) => {
      const known = discovered.url ? (websites.get(siteKey(discovered.url)) ?? null) : null;
      const { redirect } = proposal;
      const isLinked = known && redirect && linked.has(linkKey(known.id, redirect.nameAce));
      const first = discovered.url ? firstOf.get(siteKey(discovered.url)) : undefined;
      return {
        ...discovered,
        proposal: isLinked ? { ...proposal, redirect: null } : proposal,
        website: websiteId ? (websites.get(websiteId) ?? null) : null,
        existing: websiteId ? null : known,
        sameAs: first && first !== discovered.id ? first : null,
      };
    }),
  };
}

/** Hosts are created while somebody looks at what was found; by its IPs a site is matched with those that are there. */
async function withHostsOfToday(db: Db, steps: readonly DiscoveryStepTable[]): Promise<DiscoveryStepTable[]> {
  const answerOf = ({ step, answerJson }: DiscoveryStepTable): StepAnswers["host"] | undefined => {
    const answer = step === "host" && answerJson ? JSON.parse(answerJson) : undefined;
    return answer?.cdn ? undefined : answer;
  };
  const hostsOf = await readHosts(
    db,
    steps.flatMap((row) => answerOf(row)?.ips ?? []),
  );
  return steps.map((row) => {
    const answer = answerOf(row);
    if (!answer) return row;
    const matches = hostsOf(answer.ips);
    return { ...row, text: hostText(answer.ips, matches), answerJson: JSON.stringify({ ...answer, matches }) };
  });
}

function readUrls(db: Db, discoveryId: string): Promise<DiscoveryUrlTable[]> {
  return db
    .selectFrom("discoveryAddresses")
    .selectAll()
    .where("discoveryId", "=", discoveryId)
    .orderBy("position")
    .execute();
}

function countsOf(urls: readonly DiscoveryUrlTable[]) {
  return {
    total: urls.length,
    done: urls.filter(({ state }) => state === "done").length,
    created: urls.filter(({ websiteId }) => websiteId !== null).length,
  };
}

type Found = Omit<DiscoveredUrl, "existing" | "sameAs" | "website"> & { websiteId: string | null };

function toDiscoveredUrl(row: DiscoveryUrlTable, ended: readonly DiscoveryStepTable[], today: string): Found {
  const isRunning = row.state === "waiting" && row.claimedBy !== null;
  const rest = isRunning ? "running" : "waiting";
  // A picture is taken when everything else is known.
  const pictureRest = row.state === "done" && row.claimedBy !== null ? "running" : "waiting";
  const steps = discoveryStepNames.map((step) =>
    toStep(step, ended, step === "picture" ? pictureRest : row.state === "done" ? "skipped" : rest),
  );
  const { url, ...proposal } = proposeSite(row.typed, steps);
  return {
    id: row.id,
    typed: row.typed,
    state: isRunning ? "running" : row.state,
    url,
    steps,
    software: softwareOf(steps, today),
    proposal,
    websiteId: row.websiteId,
  };
}

function softwareOf(steps: readonly DiscoveryStepView[], today: string): DiscoveredUrl["software"] {
  const step = steps.find((each) => each.step === "technologies");
  const { system = null, php = null } = (step?.step === "technologies" && step.answer) || {};
  return [system, php ? { name: "PHP", version: php } : null].flatMap((seen) =>
    seen?.version ? [{ name: seen.name, version: seen.version, ...judgeSoftware(seen.name, seen.version, today) }] : [],
  );
}

function toStep(
  step: DiscoveryStep,
  ended: readonly DiscoveryStepTable[],
  open: DiscoveryStepView["state"],
): DiscoveryStepView {
  const row = ended.find((each) => each.step === step);
  const answer = row?.answerJson ? JSON.parse(row.answerJson) : null;
  return { step, state: row?.state ?? open, text: row?.text ?? null, answer };
}

/** Kept websites of the URLs: by the id of what was created, and by where they are reached. */
async function readWebsites(db: Db, found: readonly Found[]): Promise<Map<string, Ref>> {
  const urls = found.flatMap(({ url }) => (url ? sameSites(url) : []));
  const ids = found.flatMap(({ websiteId }) => websiteId ?? []);
  const rows = await db
    .selectFrom("websites")
    .select(["id", "title as label", "url", "archivedAt"])
    .where((eb) => eb.or([eb("id", "in", ids), eb.and([eb("url", "in", urls), eb("archivedAt", "is", null)])]))
    .execute();
  return new Map(
    rows.flatMap(({ url, archivedAt, ...ref }) => [
      [ref.id, ref] as const,
      ...(archivedAt ? [] : [[siteKey(url), ref] as const]),
    ]),
  );
}

/** One site, whether by http or https, with or without `www.` */
const siteKey = (url: string) => url.replace(/^https?:\/\/(?:www\.)?/, "");

const sameSites = (url: string) =>
  ["https://", "http://"].flatMap((scheme) => [`${scheme}${siteKey(url)}`, `${scheme}www.${siteKey(url)}`]);
