import { beforeEach, describe, expect, it } from "vitest";
import { linkEntries, readHead, verifyChain } from "../../../server/features/audit-log/chain.ts";
import { type Office, openOffice } from "../../support/office.ts";
import { createRecord } from "../../support/records/records.ts";

let office: Office;

/** An office with a linked history of a few entries. */
beforeEach(async () => {
  office = await openOffice();
  const api = await office.as(await office.hire({ role: "admin" }));
  for (const name of ["Amsel", "Drossel", "Fink", "Star"]) await createRecord(api, "customer", { name });
  office.advance(120_000);
  await linkEntries(office.services);
});

const db = () => office.services.db;
const someEntry = async () =>
  (await db().selectFrom("changes").select("id").orderBy("id").executeTakeFirstOrThrow()).id;

describe("the chain of the audit log", () => {
  it("holds what happened, once, and leaves out what may still be overtaken", async () => {
    const first = await verifyChain(db());
    expect(first.entries).toBeGreaterThanOrEqual(4);
    expect(first).toMatchObject({ brokenAt: undefined, changed: [], gone: { count: 0 } });
    const api = await office.as(await office.hire({ role: "admin" }));
    await createRecord(api, "customer", { name: "Zaunkönig" });
    expect(await linkEntries(office.services)).toBe(0);
    office.advance(120_000);
    expect(await linkEntries(office.services)).toBeGreaterThan(0);
    expect(await linkEntries(office.services)).toBe(0);
    const head = (await readHead(db()))?.head ?? "";
    const second = await verifyChain(db(), [first.head ?? "", head, "0".repeat(64)]);
    expect([...second.known.values()]).toEqual([true, true, false]);
  });

  it.each([
    ["who did it", { actorId: null }],
    ["what was done", { kind: "customer.archived" as const }],
    ["when it was", { at: "2020-01-01T00:00:00.000Z" }],
  ])("notices that an entry says otherwise %s", async (_what, changed) => {
    const id = await someEntry();
    await db().updateTable("changes").set(changed).where("id", "=", id).execute();
    expect((await verifyChain(db())).changed).toEqual([id]);
  });

  it("notices that an entry is gone, and does not mind that its values were erased", async () => {
    const id = await someEntry();
    await db().updateTable("changes").set({ beforeJson: null, afterJson: null }).where("id", "=", id).execute();
    expect(await verifyChain(db())).toMatchObject({ changed: [], gone: { count: 0 } });
    await db().deleteFrom("changes").where("id", "=", id).execute();
    expect((await verifyChain(db())).gone).toMatchObject({ count: 1, newestAt: expect.stringContaining("2026-11-20") });
  });

  it("notices that a link was removed or written anew, by the head that was noted elsewhere", async () => {
    const noted = (await readHead(db()))?.head ?? "";
    await db().deleteFrom("auditLinks").where("no", "=", 2).execute();
    expect((await verifyChain(db())).brokenAt).toBe(3);
    // Who can write everything can also link everything anew, but does not meet the noted head again.
    await db()
      .deleteFrom("changes")
      .where("id", "=", await someEntry())
      .execute();
    await db().deleteFrom("auditLinks").execute();
    await linkEntries(office.services);
    const forged = await verifyChain(db(), [noted]);
    expect(forged).toMatchObject({ brokenAt: undefined, changed: [] });
    expect(forged.known.get(noted)).toBe(false);
  });
});
