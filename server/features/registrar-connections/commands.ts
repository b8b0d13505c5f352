import type { z } from "zod";
import { parseOwnJson } from "../../../contract/narrowing.ts";
import type { BulkResult } from "../../../contract/records/bulk.ts";
import type * as contract from "../../../contract/registrar-connections/registrar-connections-input.ts";
import { registrarServices } from "../../../contract/registrar-connections/services.ts";
import { toUnicodeDomain } from "../../../contract/values/hostname.ts";
import type { Db } from "../../db/connection.ts";
import { newId } from "../../db/new-id.ts";
import { transact } from "../../db/transact.ts";
import { invalidField, notFound, Problem } from "../../problem.ts";
import { createRecordIn } from "../../records/commands.ts";
import { forEachId } from "../../records/for-each-record.ts";
import { findCreatedId, noteCreation } from "../../records/forms/creations.ts";
import { storeOf } from "../../records/registry.ts";
import { readStored } from "../../records/stored.ts";
import type { PersonContext } from "../../trpc/context.ts";
import { feedDomain } from "./feed.ts";
import { openSecrets, splitValues } from "./secrets.ts";

/** Connects an account with its registrar; it is asked at once. Sent again under the same `creationId`, it answers the first. */
export async function createConnection(
  ctx: PersonContext,
  { body: { service, registrarAccountId, values }, creationId }: z.output<typeof contract.createConnection>,
): Promise<{ id: string }> {
  const { open, secret } = splitValues(service, values);
  const id = newId();
  return transact(ctx, async (tx) => {
    const creation = creationId && ({ type: "registrarConnection", creationId } as const);
    const created = creation && (await findCreatedId(tx, ctx, creation));
    if (created) return { id: created };
    if (creation) await noteCreation(tx, ctx, { ...creation, id });
    const account = await readStored(tx.db, storeOf("registrarAccount"), registrarAccountId);
    if (!account || account.archivedAt)
      throw invalidField("registrarAccountId", "Konto: Bitte wähle ein Registrar-Konto.");
    const { numInsertedOrUpdatedRows } = await tx.db
      .insertInto("registrarConnections")
      .values({
        id,
        registrarAccountId,
        service,
        valuesJson: JSON.stringify(open),
        sealedSecrets: ctx.vault.seal(JSON.stringify(secret)),
        dueAt: tx.now().toISOString(),
        createdAt: tx.now().toISOString(),
      })
      .onConflict((conflict) => conflict.column("registrarAccountId").doNothing())
      .executeTakeFirst();
    if (!numInsertedOrUpdatedRows)
      throw invalidField("registrarAccountId", "Konto: Es ist schon mit einem Registrar verbunden.");
    await tx.record({
      kind: "registrarConnection.created",
      subject: { type: "registrarConnection", id },
      after: { service: registrarServices[service].label, account: account.title },
    });
    tx.wake("registrars");
    return { id };
  });
}

/** Changes a connection; secrets that are left out or empty stay as they are, unless the server changes. It is asked at once again. */
export async function updateConnection(
  ctx: PersonContext,
  { params: { id }, body: { values, isEnabled }, version }: z.output<typeof contract.updateConnection>,
): Promise<{ id: string; version: number }> {
  return transact(ctx, async (tx) => {
    const before = await read(tx, id);
    const changed =
      values &&
      splitValues(before.service, values, {
        open: parseOwnJson<Record<string, string>>(before.valuesJson),
        secret: openSecrets(ctx.vault, before.sealedSecrets),
      });
    const { numUpdatedRows } = await tx.db
      .updateTable("registrarConnections")
      .set({
        ...(isEnabled !== undefined && { enabled: isEnabled ? 1 : 0 }),
        ...(changed && {
          valuesJson: JSON.stringify(changed.open),
          sealedSecrets: ctx.vault.seal(JSON.stringify(changed.secret)),
        }),
        // What is under way was asked with the former values.
        version: version + 1,
        failures: 0,
        dueAt: tx.now().toISOString(),
        claimedBy: null,
        claimedUntil: null,
      })
      .where("id", "=", id)
      .where("version", "=", version)
      .executeTakeFirst();
    if (numUpdatedRows === 0n)
      throw new Problem("conflict", { message: "Diese Verbindung wurde inzwischen geändert. Bitte neu laden." });
    await tx.record({
      kind: "registrarConnection.updated",
      subject: { type: "registrarConnection", id },
      before: { isEnabled: before.enabled === 1 },
      after: { isEnabled: isEnabled ?? before.enabled === 1, hasNewKeys: Boolean(changed) },
    });
    tx.wake("registrars");
    return { id, version: version + 1 };
  });
}

/** Ends a connection; dates that it brought stay where they are. */
export async function deleteConnection(ctx: PersonContext, { id }: { id: string }): Promise<{ id: string }> {
  return transact(ctx, async (tx) => {
    const { service } = await read(tx, id);
    await tx.db.deleteFrom("registrarConnections").where("id", "=", id).execute();
    await tx.record({
      kind: "registrarConnection.deleted",
      subject: { type: "registrarConnection", id },
      before: { service: registrarServices[service].label },
    });
    return { id };
  });
}

/** Makes a connection due at once; the answer comes when it comes. */
export async function askConnection(ctx: PersonContext, { id }: { id: string }): Promise<{ id: string }> {
  return transact(ctx, async (tx) => {
    const { enabled } = await read(tx, id);
    if (!enabled) throw new Problem("precondition", { message: "Diese Verbindung ist ausgeschaltet." });
    await tx.db
      .updateTable("registrarConnections")
      .set({ dueAt: tx.now().toISOString() })
      .where("id", "=", id)
      .execute();
    tx.wake("registrars");
    return { id };
  });
}

/**
 * Creates domains that the registrar has named and the portal does not have, in short transactions; one that is refused
 * stops no other.
 */
export async function importDomains(
  ctx: PersonContext,
  { id, names }: z.output<typeof contract.importDomains>,
): Promise<BulkResult> {
  const { registrarAccountId } = await read(ctx, id);
  return forEachId(ctx, [...new Set(names)], {
    titleOf: (_tx, nameAce) => toUnicodeDomain(nameAce),
    async command(tx, within, nameAce) {
      const row = await tx.db
        .selectFrom("registrarDomains")
        .select("answerJson")
        .where("registrarConnectionId", "=", id)
        .where("nameAce", "=", nameAce)
        .where("isZone", "=", 0)
        .executeTakeFirst();
      if (!row) throw new Problem("precondition", { message: "Der Registrar nennt diese Domain nicht (mehr)." });
      const body = { name: toUnicodeDomain(nameAce), registrarAccountId };
      const { id: domainId } = await createRecordIn(tx, storeOf("domain"), within, body);
      if (row.answerJson === null) return;
      await feedDomain(tx, { domainId, registrarAccountId }, parseOwnJson(row.answerJson));
    },
  });
}

async function read({ db }: { db: Db }, id: string) {
  const row = await db.selectFrom("registrarConnections").selectAll().where("id", "=", id).executeTakeFirst();
  if (!row) throw notFound();
  return row;
}
