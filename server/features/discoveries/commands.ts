import { setImmediate } from "node:timers/promises";
import { sql } from "kysely";
import type { ZodType, z } from "zod";
import {
  type CreatedSites,
  type FoundPicture,
  isRedirectOnly,
  keptDays,
  maxOpenUrls,
} from "../../../contract/discoveries/discoveries.ts";
import * as contract from "../../../contract/discoveries/discoveries-input.ts";
import type { Ref } from "../../../contract/records/fields.ts";
import { roleLinksOf } from "../../../contract/records/read-value.ts";
import type { RecordBody } from "../../../contract/records/rows.ts";
import { dayMs } from "../../../contract/time/durations.ts";
import { foldText } from "../../../contract/values/fold.ts";
import { readUrl } from "../../../contract/values/url.ts";
import type { Db } from "../../db/connection.ts";
import { newId } from "../../db/new-id.ts";
import { type Tx, transact } from "../../db/transact.ts";
import { asProblem, invalidField, Problem } from "../../problem.ts";
import { createRecordIn } from "../../records/commands.ts";
import { findCreatedId, noteCreation } from "../../records/forms/creations.ts";
import type { RecordContext } from "../../records/record-context.ts";
import { storeOf } from "../../records/registry.ts";
import type { PersonContext, Services } from "../../trpc/context.ts";
import { adoptPicture } from "../previews/adopt-picture.ts";
import { noteDetected } from "../technologies/software.ts";
import { domainNameOf } from "../websites/own-domain.ts";
import { discoveryOwner } from "./pictures.ts";
import { findDiscovery, getDiscovery } from "./queries.ts";
import { findOrCreateRedirect, linkRedirect } from "./redirects.ts";

/** Begins to find out about URLs; each is looked at once, however often and in whatever way it was entered. */
export async function createDiscovery(
  ctx: PersonContext,
  { urls, creationId }: z.infer<typeof contract.createDiscovery>,
): Promise<{ id: string }> {
  const typed = onceEach(urls);
  if (typed.length === 0) throw invalidField("urls", "Adressen: Pflichtfeld.");
  return transact(ctx, async (tx) => {
    const begun = creationId && (await findCreatedId(tx, ctx, { type: "discovery", creationId }));
    if (begun) return { id: begun };
    const id = newId();
    if (creationId) await noteCreation(tx, ctx, { type: "discovery", creationId, id });
    await refuseTooMany(tx, ctx, typed.length);
    const at = tx.now().toISOString();
    await tx.db.insertInto("discoveries").values({ id, createdById: ctx.person.id, createdAt: at }).execute();
    await tx.db
      .insertInto("discoveryAddresses")
      .values(
        typed.map((url, position) => ({
          id: newId(),
          discoveryId: id,
          position,
          typed: url,
          state: "waiting" as const,
          claimedBy: null,
          claimedUntil: null,
          websiteId: null,
        })),
      )
      .execute();
    tx.wake("discoveries");
    return { id };
  });
}

function onceEach(urls: readonly string[]): string[] {
  const known = new Map<string, string>();
  for (const url of urls) {
    const reading = readUrl(url);
    const key = "value" in reading ? reading.value.replace(/^https?:\/\//, "") : url;
    if (url && !known.has(key)) known.set(key, url);
  }
  return [...known.values()];
}

/** What one person has asked for keeps nobody else waiting for ever, and nobody makes a scanner of the portal. */
export async function refuseTooMany(tx: Tx, { person }: PersonContext, count: number): Promise<void> {
  const { open } = await tx.db
    .selectFrom("discoveryAddresses as a")
    .innerJoin("discoveries as d", "d.id", "a.discoveryId")
    .select((eb) => eb.fn.countAll<number>().as("open"))
    .where("d.createdById", "=", person.id)
    .where("a.state", "=", sql.lit("waiting"))
    .executeTakeFirstOrThrow();
  if (open + count > maxOpenUrls)
    throw new Problem("too_many", {
      message: `Es werden gerade schon ${open} Adressen für dich geprüft. Bitte warte, bis sie fertig sind.`,
      retryAfterSeconds: 60,
    });
}

/** Creates websites of what was found, each with its domain and customer in a transaction of its own. */
export async function createSites(
  ctx: PersonContext,
  { id, sites }: z.infer<typeof contract.createSites>,
): Promise<CreatedSites> {
  const { urls } = await getDiscovery(ctx, { id });
  const came: CreatedSites = { created: [], refused: [] };
  const grouped: RecordContext = { ...ctx, changeSet: `discovery:${id}` };
  const orders = sites.map((site) => ({ site, found: urls.find((each) => each.id === site.urlId) }));
  const isRedirect = ({ site, found }: (typeof orders)[number]) =>
    Boolean(site.redirectDomain && found && isRedirectOnly(found));
  // A domain alone needs the website to which it leads, which may be one of the others.
  for (const { site, found } of orders.toSorted((one, other) => Number(isRedirect(one)) - Number(isRedirect(other)))) {
    const { urlId } = site;
    try {
      if (!found) throw new Problem("not_found", { message: "Diese Adresse gehört nicht zu dieser Prüfung." });
      const wanted = { id, found, site };
      const website = await transact(ctx, (tx) =>
        isRedirect({ site, found })
          ? createRedirect(tx, grouped, wanted, came.created)
          : createSite(tx, grouped, wanted),
      );
      came.created.push({ urlId, website });
    } catch (error) {
      const problem = asProblem(error);
      if (!problem || problem.code === "full") throw error;
      came.refused.push({ urlId, message: problem.message, fields: { ...problem.fields } });
    }
    await setImmediate();
  }
  return came;
}

interface Wanted {
  id: string;
  found: Awaited<ReturnType<typeof getDiscovery>>["urls"][number];
  site: contract.SiteOrder;
}

/** Takes a URL for the website that is created of it, once. */
async function takeUrl(tx: Tx, { id, found }: Wanted, websiteId: string): Promise<void> {
  const { numUpdatedRows } = await tx.db
    .updateTable("discoveryAddresses")
    .set({ websiteId })
    .where("id", "=", found.id)
    .where("discoveryId", "=", id)
    .where("websiteId", "is", null)
    .executeTakeFirst();
  if (numUpdatedRows === 0n)
    throw new Problem("conflict", { message: "Aus dieser Adresse wurde schon eine Website angelegt." });
}

/** Adds the domain that was entered to the website to which it leads, which is there or was just created of another URL. */
async function createRedirect(
  tx: Tx,
  ctx: RecordContext,
  wanted: Wanted,
  created: CreatedSites["created"],
): Promise<Ref> {
  const { proposal, existing, sameAs } = wanted.found;
  const website = existing ?? created.find(({ urlId }) => urlId === sameAs)?.website;
  if (!website || !proposal.redirect)
    throw new Problem("conflict", { message: "Die Website, zu der diese Domain leitet, ist noch nicht angelegt." });
  await takeUrl(tx, wanted, website.id);
  await linkRedirect(tx, ctx, proposal.redirect, website.id);
  return website;
}

async function createSite(tx: Tx, ctx: RecordContext, wanted: Wanted): Promise<Ref> {
  const { id, found, site } = wanted;
  const websiteId = newId();
  await takeUrl(tx, wanted, websiteId);
  const { proposal, url } = found;
  const given = readFields("website", contract.siteWebsite, site.website ?? {});
  if (!given.url && !url) throw invalidField("website.url", "Adresse: Pflichtfeld.");
  const customerId = given.customerId ?? (await findOrCreateCustomer(tx, ctx, { id, found, site }));
  const hosts = given.hosts ?? (proposal.host ? [{ id: proposal.host.id, role: "web" }] : []);
  const domains = await withRedirect(tx, ctx, wanted, { ...given, url: given.url ?? url, customerId });
  const body = { name: proposal.name, url, ...proposal.website, ...given, customerId, hosts, domains };
  const { title } = await named("website", () => createRecordIn(tx, storeOf("website"), ctx, body, websiteId));
  await noteDetected(tx, websiteId, proposal.website);
  const picture = pictureOf(found);
  if (picture && url && body.url === url) await adoptPicture(tx, { websiteId, url, picture });
  return { id: websiteId, label: title };
}

/** The domains of a new website, with the one that was entered and leads to it, unless somebody wants that otherwise. */
async function withRedirect(
  tx: Tx,
  ctx: RecordContext,
  { found: { proposal }, site }: Wanted,
  { domains, url, customerId }: RecordBody,
) {
  const links = roleLinksOf(domains);
  const { redirect } = proposal;
  if (!redirect || site.redirectDomain === false || domainNameOf(String(url)) === redirect.nameAce) return links;
  const target = { url: String(url), customerId: typeof customerId === "string" ? customerId : null };
  const id = await findOrCreateRedirect(tx, ctx, redirect, target);
  return links.some((link) => link.id === id) ? links : [...links, { id, role: "redirect" }];
}

function pictureOf({ steps }: Wanted["found"]): FoundPicture | undefined {
  const step = steps.find((each) => each.step === "picture");
  return (step?.step === "picture" && step.answer) || undefined;
}

/** The customer that is asked for; one that was created of this discovery already is not created twice. */
async function findOrCreateCustomer(
  tx: Tx,
  ctx: RecordContext,
  { id, found: { proposal }, site }: Wanted,
): Promise<string | null> {
  if (!site.customer) return null;
  if (site.customer === "proposed" && proposal.customer) return proposal.customer.id;
  const wanted = site.customer === "proposed" ? proposal.newCustomer : site.customer;
  if (!wanted) return null;
  const body = readFields("customer", contract.siteCustomer, wanted);
  const { createdAt } = await findDiscovery({ db: tx.db, person: ctx.person }, id);
  const known = await tx.db
    .selectFrom("customers")
    .select("id")
    .where("archivedAt", "is", null)
    .where("createdById", "=", ctx.person.id)
    .where("createdAt", ">=", createdAt)
    .where((eb) =>
      typeof body.vatId === "string"
        ? eb("vatId", "=", body.vatId)
        : eb.and([eb("sortTitle", "=", foldText(String(body.name))), eb("vatId", "is", null)]),
    )
    .executeTakeFirst();
  return known?.id ?? (await named("customer", () => createRecordIn(tx, storeOf("customer"), ctx, body))).id;
}

type Part = "website" | "customer";

/** What is said of a record, as its declaration reads it; what is wrong is refused by field. */
function readFields(part: Part, schema: ZodType<RecordBody>, values: Readonly<Record<string, unknown>>): RecordBody {
  const { data, error } = schema.safeParse(values);
  if (data) return data;
  const fields = Map.groupBy(error.issues, ({ path }) => [part, ...path.slice(0, 1)].join("."));
  throw new Problem("invalid", {
    message: error.issues[0]?.message ?? "",
    fields: Object.fromEntries([...fields].map(([name, issues]) => [name, issues.map(({ message }) => message)])),
  });
}

/** Says of which of the two records a field is that was refused. */
async function named<Result>(part: Part, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Problem) || !error.fields) throw error;
    const { code, message } = error;
    const fields = Object.entries(error.fields).map(([name, texts]) => [
      `${part}.${name.replace(/^body\./, "")}`,
      texts,
    ]);
    throw new Problem(code, { message, fields: Object.fromEntries(fields), cause: error });
  }
}

/** Forgets what was found out so long ago that nobody creates anything of it any more. */
export async function removeOldDiscoveries({ db, now }: Pick<Services, "db" | "now">): Promise<void> {
  const before = new Date(now().getTime() - keptDays * dayMs).toISOString();
  const gone = await db.deleteFrom("discoveries").where("createdAt", "<", before).returning("id").execute();
  await dropPictures(db, gone);
}

export async function deleteDiscovery(ctx: PersonContext, { id }: { id: string }): Promise<{ id: string }> {
  return transact(ctx, async (tx) => {
    await findDiscovery({ db: tx.db, person: ctx.person }, id);
    await tx.db.deleteFrom("discoveries").where("id", "=", id).execute();
    await dropPictures(tx.db, [{ id }]);
    return { id };
  });
}

/** What no website has taken over goes with the job that removes files nobody owns. */
async function dropPictures(db: Db, discoveries: readonly { id: string }[]): Promise<void> {
  for (const { id } of discoveries)
    await db.updateTable("files").set({ owner: null }).where("owner", "=", discoveryOwner(id)).execute();
}
