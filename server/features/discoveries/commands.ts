import { setImmediate } from "node:timers/promises";
import type { ZodType, z } from "zod";
import {
  type CreatedSites,
  type FoundPicture,
  keptDays,
  maxOpenUrls,
} from "../../../contract/discoveries/discoveries.ts";
import * as contract from "../../../contract/discoveries/discoveries-input.ts";
import type { Ref } from "../../../contract/records/fields.ts";
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
import { discoveryOwner } from "./pictures.ts";
import { findDiscovery, getDiscovery } from "./queries.ts";

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
    .where("a.state", "=", "waiting")
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
  for (const site of sites) {
    const { urlId } = site;
    const found = urls.find((each) => each.id === urlId);
    try {
      if (!found) throw new Problem("not_found", { message: "Diese Adresse gehört nicht zu dieser Prüfung." });
      const website = await transact(ctx, (tx) => createSite(tx, grouped, { id, found, site }));
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

async function createSite(tx: Tx, ctx: RecordContext, { id, found, site }: Wanted): Promise<Ref> {
  const websiteId = newId();
  const { numUpdatedRows } = await tx.db
    .updateTable("discoveryAddresses")
    .set({ websiteId })
    .where("id", "=", found.id)
    .where("discoveryId", "=", id)
    .where("websiteId", "is", null)
    .executeTakeFirst();
  if (numUpdatedRows === 0n)
    throw new Problem("conflict", { message: "Aus dieser Adresse wurde schon eine Website angelegt." });
  const { proposal, url } = found;
  const given = readFields("website", contract.siteWebsite, site.website ?? {});
  if (!given.url && !url) throw invalidField("website.url", "Adresse: Pflichtfeld.");
  const customerId = given.customerId ?? (await findOrCreateCustomer(tx, ctx, { id, found, site }));
  const hosts = given.hosts ?? (proposal.host ? [{ id: proposal.host.id, role: "web" }] : []);
  const body = { name: proposal.name, url, ...proposal.website, ...given, customerId, hosts };
  const { title } = await named("website", () => createRecordIn(tx, storeOf("website"), ctx, body, websiteId));
  await noteDetected(tx, websiteId, proposal.website);
  const picture = pictureOf(found);
  if (picture && url && body.url === url) await adoptPicture(tx, { websiteId, url, picture });
  return { id: websiteId, label: title };
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
