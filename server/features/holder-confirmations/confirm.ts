import { escapeHtml } from "../../../contract/document/html.ts";
import {
  type HolderAnswer,
  holderAnswerLabels,
  type PublicConfirmation,
  type PublicHolder,
} from "../../../contract/holder-confirmations/holder-confirmations.ts";
import { confirmHolder } from "../../../contract/holder-confirmations/holder-confirmations-input.ts";
import { portalDate } from "../../../contract/time/today.ts";
import { hashToken } from "../../auth/tokens.ts";
import type { Db } from "../../db/connection.ts";
import { silentContext, systemContext, type Tx, transact } from "../../db/transact.ts";
import { notify } from "../../notifications/notify.ts";
import { invalidField, notFound, Problem } from "../../problem.ts";
import { updateRecordIn } from "../../records/commands.ts";
import { storeOf } from "../../records/registry.ts";
import type { Values } from "../../records/store.ts";
import type { Stored } from "../../records/stored.ts";
import type { Services } from "../../trpc/context.ts";
import { fingerprintOf, holderRows, readHeldDomain } from "./holders.ts";

type Answering = Pick<Services, "db" | "now" | "live">;
type Reading = { db: Db; now(): Date };

const tokenForm = /^[A-Za-z0-9_-]{43}$/;

/** What a link may still ask; whatever is wrong with a link, nothing tells what. */
function openUnder({ db, now }: Reading, token: string) {
  return db
    .selectFrom("holderConfirmations")
    .selectAll()
    .where("tokenHash", "=", hashToken(tokenForm.test(token) ? token : ""))
    .where("answeredAt", "is", null)
    .where("withdrawnAt", "is", null)
    .where("expiresOn", ">=", portalDate(now()));
}

/** What the page of a link shows; undefined for links that are unknown, used, withdrawn or expired. Changes nothing. */
export async function findConfirmation(ctx: Reading, token: string): Promise<PublicConfirmation | undefined> {
  const asked = await openUnder(ctx, token).executeTakeFirst();
  if (!asked) return undefined;
  const items = (await readItems(ctx.db, asked)).map(({ stored: _, ...item }) => item);
  return items.length > 0 ? { expiresOn: asked.expiresOn, items } : undefined;
}

type Item = PublicHolder & { stored: Stored };

/** The domains that are still this customer's and have a holder to ask about. */
async function readItems(db: Db, { id, customerId }: { id: string; customerId: string }): Promise<Item[]> {
  const rows = await db
    .selectFrom("holderConfirmationItems as i")
    .innerJoin("domains as d", "d.id", "i.domainId")
    .select("d.id")
    .where("i.holderConfirmationId", "=", id)
    .orderBy("d.sortTitle")
    .orderBy("d.id")
    .execute();
  const items: Item[] = [];
  for (const [index, row] of rows.entries()) {
    const stored = await readHeldDomain(db, customerId, row.id);
    if (!stored) continue;
    const holder = holderRows(stored);
    items.push({ key: `d${index}`, domain: stored.title, holder, fingerprint: fingerprintOf(holder), stored });
  }
  return items;
}

/**
 * Takes what somebody says of the holders of their domains, once, whole or not at all: what is right is confirmed, of
 * what is not whoever asked is told. Throws not_found for every link that has nothing to ask.
 */
export async function confirm(
  services: Answering,
  { token, ip, form }: { token: string; ip: string | undefined; form: unknown },
): Promise<void> {
  const parsed = confirmHolder.safeParse(form);
  await transact(systemContext(services), async (tx) => {
    const asked = await openUnder(tx, token).executeTakeFirst();
    if (!asked) throw notFound();
    const items = await readItems(tx.db, asked);
    if (items.length === 0) throw notFound();
    if (!parsed.success) {
      const [issue] = parsed.error.issues;
      throw invalidField(String(issue?.path[0] ?? "name"), issue?.message ?? "Bitte prüfen Sie Ihre Antwort.");
    }
    const { name, answers } = parsed.data;
    for (const { key, domain, fingerprint } of items) {
      const given = answers[key];
      if (!given) throw invalidField(key, `${domain}: Bitte wählen Sie „Stimmt“ oder „Stimmt nicht“.`);
      if (given.fingerprint !== fingerprint)
        throw new Problem("conflict", {
          message: `Die Angaben zu ${domain} haben sich inzwischen geändert. Bitte sehen Sie sie noch einmal an.`,
        });
      if (given.answer === "wrong" && given.correction === "")
        throw invalidField(key, `${domain}: Bitte schreiben Sie uns, was nicht stimmt.`);
    }
    const at = tx.now().toISOString();
    const { numUpdatedRows } = await tx.db
      .updateTable("holderConfirmations")
      .set({ answeredAt: at, answeredName: name, answeredIp: ip ?? null })
      .where("id", "=", asked.id)
      .where("answeredAt", "is", null)
      .where("withdrawnAt", "is", null)
      .executeTakeFirst();
    if (numUpdatedRows !== 1n) throw notFound();
    for (const item of items) {
      const given = answers[item.key];
      if (given) await keep(tx, services, { item, ...given, asked, name });
    }
    await tellAsker(
      tx,
      asked,
      name,
      items.map(({ key, domain }) => ({ domain, answer: answers[key]?.answer ?? "right" })),
    );
  });
}

interface Said {
  item: Item;
  answer: HolderAnswer;
  correction: string;
  asked: { id: string; email: string; askedById: string };
  name: string;
}

/**
 * Keeps one answer. What is right counts as a check of the holder, unless the registry itself asks: then only its own
 * way ends that.
 */
async function keep(tx: Tx, services: Answering, { item: { stored }, answer, correction, asked, name }: Said) {
  await tx.db
    .updateTable("holderConfirmationItems")
    .set({ answer, correction: answer === "wrong" ? correction : null })
    .where("holderConfirmationId", "=", asked.id)
    .where("domainId", "=", stored.id)
    .execute();
  const isRight = answer === "right";
  await tx.record({
    kind: isRight ? "domain.holder-confirmed" : "domain.holder-corrected",
    subject: { type: "domain", id: stored.id },
  });
  const { nis2Status } = stored.values;
  const isRegistryAsking = nis2Status === "requested" || nis2Status === "overdue" || nis2Status === "quarantine";
  if (!isRight || isRegistryAsking) return;
  const body: Values = {
    nis2Status: "dataConfirmed",
    nis2VerifiedAt: portalDate(tx.now()),
    nis2Method: "Vom Kunden über einen Link bestätigt",
  };
  // The record says who of the team stands for it; the history says that the customer did it.
  const ctx = {
    ...silentContext({ db: services.db, now: tx.now }),
    person: { id: asked.askedById, name, role: "maintainer" as const },
  };
  await updateRecordIn(tx, storeOf("domain"), ctx, { params: { id: stored.id }, body });
}

async function tellAsker(
  tx: Tx,
  { askedById, customerId }: { askedById: string; customerId: string },
  name: string,
  said: readonly { domain: string; answer: HolderAnswer }[],
): Promise<void> {
  const isWrong = said.some(({ answer }) => answer === "wrong");
  await notify(tx, {
    forUserId: askedById,
    category: "domain",
    actorId: null,
    link: `/customers/${customerId}`,
    title: isWrong ? `${name} sagt, dass Inhaberdaten nicht stimmen` : `${name} hat Inhaberdaten bestätigt`,
    message: said
      .map(({ domain, answer }) => `<b>${escapeHtml(domain)}</b>: ${holderAnswerLabels[answer]}`)
      .join("<br>"),
    ...(isWrong && { asksForAction: true }),
  });
}
