import type { z } from "zod";
import {
  maxSitesPerPage,
  maxStatusPages,
  type OpenedStatusPage,
  type StatusPageKind,
} from "../../../contract/status-pages/status-pages.ts";
import type * as contract from "../../../contract/status-pages/status-pages-input.ts";
import { hashToken, newToken } from "../../auth/tokens.ts";
import { newId } from "../../db/new-id.ts";
import { type RecordedChange, type Tx, transact } from "../../db/transact.ts";
import { invalidField, notFound, Problem } from "../../problem.ts";
import { assertActiveCustomer } from "../../records/active-customer.ts";
import { noteCreation } from "../../records/forms/creations.ts";
import type { PersonContext } from "../../trpc/context.ts";
import { attachFile, detachFile } from "../files/commands.ts";
import { getStatusPage } from "./queries.ts";

const hintLength = 6;

const alreadyCreated =
  "Diese Seite wurde schon erstellt, nur die Antwort kam nicht an. Ihre Adresse wird kein zweites Mal gezeigt: Erneuere sie in der Liste.";

/** Makes a status page of a customer; this answer is the only place where its URL can be read. */
export async function createStatusPage(
  ctx: PersonContext,
  { customerId, name, websiteIds, creationId }: z.output<typeof contract.createStatusPage>,
): Promise<OpenedStatusPage> {
  return open(ctx, {
    kind: "status",
    name,
    creationId,
    customerId,
    check: (tx) => assertActiveCustomer(tx, customerId),
    fill: (tx, id) => showWebsites(tx, { id, customerId, websiteIds }),
  });
}

/** Makes a wall of the office. */
export async function createWall(
  ctx: PersonContext,
  { name, creationId }: z.output<typeof contract.createWall>,
): Promise<OpenedStatusPage> {
  return open(ctx, { kind: "wall", name, creationId, customerId: null });
}

interface NewPage {
  kind: StatusPageKind;
  name: string;
  customerId: string | null;
  creationId: string | undefined;
  /** Refuses by throwing. */
  check?(tx: Tx): Promise<void>;
  fill?(tx: Tx, id: string): Promise<void>;
}

async function open(
  ctx: PersonContext,
  { kind, name, customerId, creationId, check, fill }: NewPage,
): Promise<OpenedStatusPage> {
  const [id, token] = [newId(), newToken()];
  return transact(ctx, async (tx) => {
    if (creationId) await noteCreation(tx, ctx, { type: "statusPage", creationId, id }, alreadyCreated);
    const { count } = await tx.db
      .selectFrom("statusPages")
      .select((eb) => eb.fn.countAll<number | string>().as("count"))
      .executeTakeFirstOrThrow();
    if (Number(count) >= maxStatusPages)
      throw new Problem("precondition", { message: `Es kann höchstens ${maxStatusPages} solcher Seiten geben.` });
    await check?.(tx);
    await tx.db
      .insertInto("statusPages")
      .values({
        id,
        kind,
        customerId,
        name,
        ...keptOf(token),
        createdById: ctx.person.id,
        createdAt: tx.now().toISOString(),
        renewedAt: null,
      })
      .execute();
    await fill?.(tx, id);
    await tx.record({ kind: "statusPage.created", subject: { type: "statusPage", id }, after: { kind, name } });
    return opened(ctx, tx, { id, kind, token });
  });
}

/**
 * Puts a website on the status page of that name that its customer has, or makes one; its URL is shown to nobody until
 * somebody renews it. Without a customer there is no page.
 */
export async function showOnStatusPage(
  tx: Tx,
  { name, websiteId, personId }: { name: string; websiteId: string; personId: string },
): Promise<void> {
  const website = await tx.db
    .selectFrom("websites")
    .select("customerId")
    .where("id", "=", websiteId)
    .executeTakeFirstOrThrow();
  const { customerId } = website;
  if (customerId === null) return;
  const pages = await tx.db.selectFrom("statusPages").select(["id", "name", "customerId"]).execute();
  const known = pages.find((page) => page.customerId === customerId && page.name === name);
  if (!known && pages.length >= maxStatusPages) return;
  const id = known?.id ?? newId();
  if (!known) {
    await tx.db
      .insertInto("statusPages")
      .values({
        id,
        kind: "status" as const,
        customerId,
        name,
        ...keptOf(newToken()),
        createdById: personId,
        createdAt: tx.now().toISOString(),
        renewedAt: null,
      })
      .execute();
    const after = { kind: "status", name };
    await tx.record({ kind: "statusPage.created", subject: { type: "statusPage", id }, after });
  }
  const shown = await tx.db.selectFrom("statusPageWebsites").select("websiteId").where("pageId", "=", id).execute();
  if (shown.length >= maxSitesPerPage || shown.some((each) => each.websiteId === websiteId)) return;
  await tx.db.insertInto("statusPageWebsites").values({ pageId: id, websiteId, position: shown.length }).execute();
}

/** Changes the name of a status page and what it shows; its URL stays. */
export async function updateStatusPage(
  ctx: PersonContext,
  { id, name, websiteIds }: z.output<typeof contract.updateStatusPage>,
): Promise<{ id: string }> {
  return transact(ctx, async (tx) => {
    const before = await getStatusPage(tx.db, id);
    if (!before.customer)
      throw new Problem("precondition", { message: "Ein Bildschirm zeigt alles, was überwacht wird." });
    await tx.db.updateTable("statusPages").set({ name }).where("id", "=", id).execute();
    await tx.db.deleteFrom("statusPageWebsites").where("pageId", "=", id).execute();
    await showWebsites(tx, { id, customerId: before.customer.id, websiteIds });
    const { websites } = await getStatusPage(tx.db, id);
    await tx.record({
      kind: "statusPage.updated",
      subject: { type: "statusPage", id },
      before: { name: before.name, websites: before.websites.map(({ label }) => label) },
      after: { name, websites: websites.map(({ label }) => label) },
    });
    return { id };
  });
}

/** Gives a page another URL; the one before is worth nothing from here on. */
export async function renewStatusPage(ctx: PersonContext, { id }: { id: string }): Promise<OpenedStatusPage> {
  const token = newToken();
  return transact(ctx, async (tx) => {
    const row = await tx.db
      .updateTable("statusPages")
      .set({ ...keptOf(token), renewedAt: tx.now().toISOString() })
      .where("id", "=", id)
      .returning(["kind", "name"])
      .executeTakeFirst();
    if (!row) throw notFound();
    await tx.record({ kind: "statusPage.renewed", subject: { type: "statusPage", id }, after: row });
    return opened(ctx, tx, { id, kind: row.kind, token });
  });
}

/** Revokes a page: its URL is worth nothing from here on. */
export async function deleteStatusPage(ctx: PersonContext, { id }: { id: string }): Promise<{ id: string }> {
  return transact(ctx, async (tx) => {
    const row = await tx.db
      .deleteFrom("statusPages")
      .where("id", "=", id)
      .returning(["kind", "name"])
      .executeTakeFirst();
    if (!row) throw notFound();
    await tx.record({ kind: "statusPage.deleted", subject: { type: "statusPage", id }, before: row });
    return { id };
  });
}

const keptOf = (token: string) => ({ hint: token.slice(0, hintLength), tokenHash: hashToken(token) });

async function opened(
  ctx: PersonContext,
  tx: Tx,
  { id, kind, token }: { id: string; kind: StatusPageKind; token: string },
): Promise<OpenedStatusPage> {
  const url = new URL(`/${kind}/${token}`, ctx.origin ?? ctx.baseUrl()).href;
  return { ...(await getStatusPage(tx.db, id)), url };
}

/** Only websites of the customer: a page never shows anything of another one. */
async function showWebsites(
  tx: Tx,
  { id, customerId, websiteIds }: { id: string; customerId: string; websiteIds: readonly string[] },
): Promise<void> {
  const own = await tx.db
    .selectFrom("websites")
    .select("id")
    .where("id", "in", websiteIds)
    .where("customerId", "=", customerId)
    .where("archivedAt", "is", null)
    .execute();
  if (own.length < websiteIds.length)
    throw invalidField("websiteIds", "Websites: Bitte nur Websites dieses Kunden wählen.");
  await tx.db
    .insertInto("statusPageWebsites")
    .values(websiteIds.map((websiteId, position) => ({ pageId: id, websiteId, position })))
    .execute();
}

const logoOwner = (customerId: string) => `customerLogo:${customerId}`;

/** Gives an uploaded image to a customer in place of the former one; null takes it away. */
export async function setCustomerLook(
  ctx: PersonContext,
  { customerId, logoKey }: z.output<typeof contract.setCustomerLook>,
): Promise<{ logoKey: string | null }> {
  return transact(ctx, async (tx) => {
    const before = await tx.db
      .selectFrom("customers")
      .select("logoKey")
      .where("id", "=", customerId)
      .executeTakeFirst();
    if (!before) throw notFound();
    if (before.logoKey === logoKey) return { logoKey };
    const owner = logoOwner(customerId);
    if (before.logoKey) await detachFile(tx, { key: before.logoKey, owner });
    const refusal = invalidField("logoKey", "Logo: Bitte lade das Bild erneut hoch.");
    if (logoKey) await attachFile(tx, { key: logoKey, owner, createdById: ctx.person.id, purpose: "image" }, refusal);
    await tx.db.updateTable("customers").set({ logoKey }).where("id", "=", customerId).execute();
    await tx.record({ kind: "customer.logo-set", subject: { type: "customer", id: customerId } });
    return { logoKey };
  });
}

/** The sign of a customer who is gone goes with them. */
export async function dropLogosOfDeleted(tx: Tx, changes: readonly RecordedChange[]): Promise<void> {
  for (const { kind, subject } of changes)
    if (kind === "customer.deleted")
      await tx.db.updateTable("files").set({ owner: null }).where("owner", "=", logoOwner(subject.id)).execute();
}
