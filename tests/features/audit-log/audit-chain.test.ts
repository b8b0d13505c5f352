import { createHash } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import { newId } from "../../../server/db/new-id.ts";
import {
  linkEntries,
  loadPast,
  readHead,
  tendChain,
  tendWholeChain,
} from "../../../server/features/audit-log/chain.ts";
import { verifyChain } from "../../../server/features/audit-log/verify-chain.ts";
import { keepRetention } from "../../../server/features/privacy/retention.ts";
import { type Office, openOffice } from "../../support/office.ts";
import { createRecord } from "../../support/records/records.ts";

const day = 86_400_000;
const whole = {
  brokenAt: undefined,
  changed: [],
  unlinked: [],
  late: [],
  noted: 0,
  gone: { count: 0, newestAt: undefined },
};
let office: Office;

/** An office with a linked history of a few entries, hours apart. */
beforeEach(async () => {
  office = await openOffice();
  const api = await office.as(await office.hire({ role: "admin" }));
  for (const name of ["Amsel", "Drossel", "Fink", "Star"]) {
    await createRecord(api, "customer", { name });
    office.advance(3_600_000);
  }
  await linkEntries(office.services);
});

const db = () => office.services.db;
const someEntry = async () =>
  (await db().selectFrom("changes").select("id").orderBy("id").executeTakeFirstOrThrow()).id;
const anEntry = (at: string) => ({
  id: newId(),
  kind: "customer.updated" as const,
  subjectType: "customer",
  subjectId: "c",
  actorId: null,
  version: null,
  beforeJson: null,
  afterJson: '{"name":"Geier"}',
  at,
});

describe("the chain of the audit log", () => {
  it("holds what happened, once, and leaves out what may still be overtaken", async () => {
    const first = await verifyChain(db());
    expect(first.entries).toBeGreaterThanOrEqual(4);
    expect(first).toMatchObject(whole);
    const api = await office.as(await office.hire({ role: "admin" }));
    await createRecord(api, "customer", { name: "Zaunkönig" });
    expect(await linkEntries(office.services)).toBe(0);
    expect(await verifyChain(db())).toMatchObject(whole);
    office.advance(120_000);
    expect(await linkEntries(office.services)).toBeGreaterThan(0);
    expect(await linkEntries(office.services)).toBe(0);
    const head = (await readHead(db()))?.head ?? "";
    const second = await verifyChain(db(), { heads: [first.head ?? "", head, "0".repeat(64)] });
    expect([...second.known.values()]).toEqual([true, true, false]);
  });

  it.each([
    ["who did it", { actorId: null }],
    ["what was done", { kind: "customer.archived" as const }],
    ["to what", { subjectId: "another" }],
    ["with which values", { afterJson: '{"name":"Geier"}' }],
    ["with none", { afterJson: null }],
    ["when it was", { at: "2020-01-01T00:00:00.000Z" }],
  ])("notices that an entry says otherwise %s", async (_what, changed) => {
    const id = await someEntry();
    await db().updateTable("changes").set(changed).where("id", "=", id).execute();
    expect((await verifyChain(db())).changed).toEqual([id]);
  });

  it("notices that an entry is gone, also where its link says that it was long ago", async () => {
    const id = await someEntry();
    await db().deleteFrom("changes").where("id", "=", id).execute();
    expect((await verifyChain(db())).gone).toMatchObject({ count: 1, newestAt: expect.stringContaining("2026-11-20") });
    const { no } = await db()
      .selectFrom("auditLinks")
      .select("no")
      .where("changeId", "=", id)
      .executeTakeFirstOrThrow();
    await db().updateTable("auditLinks").set({ at: "2020-01-01T00:00:00.000Z" }).where("no", "=", no).execute();
    expect((await verifyChain(db(), { formerRetention: "2025-01-01" })).brokenAt).toBe(no);
  });

  it.each(["kind", "changeId", "valuesHash"] as const)("notices that a link names another %s", async (column) => {
    await db()
      .updateTable("auditLinks")
      .set({ [column]: "another" })
      .where("no", "=", 2)
      .execute();
    expect((await verifyChain(db())).brokenAt).toBe(2);
  });

  it("notices an entry that was put between others, before it is linked and after", async () => {
    const forged = anEntry("2026-11-20T09:30:00.000Z");
    await db().insertInto("changes").values(forged).execute();
    expect(await verifyChain(db())).toMatchObject({ ...whole, unlinked: [forged.id] });
    office.advance(60_000);
    await linkEntries(office.services, { isWhole: true });
    expect(await verifyChain(db())).toMatchObject({ ...whole, late: [forged.id] });
  });

  it("takes no moment of the first run for a late one, such as those of sample data", async () => {
    await db().deleteFrom("auditLinks").execute();
    const samples = [40, 3, 90, 1, 17].map((days) => anEntry(new Date(Date.now() - days * day).toISOString()));
    await db().insertInto("changes").values(samples).execute();
    office.advance(30 * day);
    await linkEntries(office.services);
    expect(await verifyChain(db())).toMatchObject(whole);
  });

  it("takes no sample data for late that is loaded after the first run, and says how much that was", async () => {
    const { services } = office;
    office.advance(60_000);
    const samples = [40, 3, 90].map((days) => anEntry(new Date(services.now().getTime() - days * day).toISOString()));
    await loadPast(services, () => db().insertInto("changes").values(samples).execute());
    expect(await verifyChain(db())).toMatchObject({ ...whole, noted: 3 });
    const note = await db().selectFrom("changes").selectAll().where("kind", "=", "job.past-linked").executeTakeFirst();
    expect(JSON.parse(note?.afterJson ?? "")).toMatchObject({ reason: "sample", entries: 3 });

    const forged = anEntry(samples[0]?.at ?? "");
    await db().insertInto("changes").values(forged).execute();
    office.advance(120_000);
    await linkEntries(services, { isWhole: true });
    expect(await verifyChain(db())).toMatchObject({ ...whole, noted: 3, late: [forged.id] });
  });

  it("lets no more entries be late than were noted, and none of another time", async () => {
    const { services } = office;
    office.advance(60_000);
    const samples = [40, 3].map((days) => anEntry(new Date(services.now().getTime() - days * day).toISOString()));
    await loadPast(services, () => db().insertInto("changes").values(samples).execute());
    const noted = db().updateTable("changes").where("kind", "=", "job.past-linked");
    const { afterJson } = await db()
      .selectFrom("changes")
      .select("afterJson")
      .where("kind", "=", "job.past-linked")
      .executeTakeFirstOrThrow();
    const said = JSON.parse(afterJson ?? "");
    await noted.set({ afterJson: JSON.stringify({ ...said, entries: 1 }) }).execute();
    expect(await verifyChain(db())).toMatchObject({ noted: 1, late: [expect.any(String)] });
    await noted.set({ afterJson: JSON.stringify({ ...said, from: samples[1]?.at }) }).execute();
    expect(await verifyChain(db())).toMatchObject({ noted: 1, late: [samples[0]?.id] });
    await noted.set({ afterJson: JSON.stringify({ ...said, linkedAt: services.now().toISOString() + 1 }) }).execute();
    expect((await verifyChain(db())).late).toHaveLength(2);
  });

  it("bears a clock that was behind at the start of a process, and notices what is put where it was not", async () => {
    const api = await office.as(await office.hire({ role: "admin" }));
    const { services } = office;
    office.advance(120_000);
    await linkEntries(services, { uptimeMs: 0 });
    office.advance(-7_200_000);
    await linkEntries(services, { uptimeMs: 1000 });
    office.advance(60_000);
    await createRecord(api, "tag", { name: "nach" });
    const { at } = await db().selectFrom("changes").select("at").orderBy("id", "desc").executeTakeFirstOrThrow();
    office.advance(7_200_000 + 120_000);
    const forged = anEntry(new Date(Date.parse(at) + 3_600_000).toISOString());
    await db().insertInto("changes").values(forged).execute();
    await linkEntries(services, { uptimeMs: 181_000 });
    const { noted, late } = await verifyChain(db());
    expect({ noted, late }).toEqual({ noted: 1, late: [forged.id] });
  });

  it("bears a clock that was ahead by a day, says so, and still notices what is put between", async () => {
    const api = await office.as(await office.hire({ role: "admin" }));
    const recordAndLink = async (name: string) => {
      await createRecord(api, "tag", { name });
      office.advance(120_000);
      expect(await linkEntries(office.services)).toBeGreaterThan(0);
    };
    await recordAndLink("vor");
    office.advance(2 * day);
    await recordAndLink("voraus");
    office.advance(-2 * day);
    const ahead = (await readHead(db()))?.no ?? 0;
    await createRecord(api, "tag", { name: "wartet" });
    const now = office.services.now();
    expect(await verifyChain(db(), { now })).toMatchObject(whole);
    await recordAndLink("danach");
    office.advance(3_600_000);
    await recordAndLink("später");
    const until = (await readHead(db()))?.no ?? 0;
    const clockBacks = [{ after: ahead, until, entries: until - ahead }];
    expect(await verifyChain(db(), { now: office.services.now() })).toMatchObject({ ...whole, clockBacks });
    const forged = anEntry(new Date(office.services.now().getTime() - 3_000_000).toISOString());
    await db().insertInto("changes").values(forged).execute();
    await recordAndLink("zuletzt");
    expect(await verifyChain(db())).toMatchObject({ ...whole, late: [forged.id] });
    office.advance(3 * day);
    await recordAndLink("viel später");
    expect((await verifyChain(db())).clockBacks).toMatchObject([{ after: ahead }]);
  });

  it("notices that a link says that it was made at another time", async () => {
    await db().updateTable("auditLinks").set({ linkedAt: "2026-11-01T00:00:00.000Z" }).where("no", "=", 2).execute();
    expect((await verifyChain(db())).brokenAt).toBe(2);
  });

  it("links once a day what a wrong clock has put far back", async () => {
    const skipped = anEntry("2025-01-01T00:00:00.000Z");
    await db().insertInto("changes").values(skipped).execute();
    expect(await linkEntries(office.services)).toBe(0);
    await tendWholeChain(office.services);
    expect((await verifyChain(db())).unlinked).toEqual([]);
  });

  it("bears that a person is erased and that records are merged, and says of how many entries", async () => {
    const admin = await office.as(await office.hire({ role: "admin", name: "Chef" }));
    const gone = await office.hire({ name: "Jana Petersen" });
    await (await office.as(gone)).user.update({ params: { id: gone.id }, body: { phone: "040 123456" } });
    const one = await createRecord(admin, "customer", { name: "Kranich" });
    const two = await createRecord(admin, "customer", { name: "Kranich GmbH" });
    office.advance(120_000);
    await linkEntries(office.services);
    await admin.user.deactivate({ id: gone.id });
    await admin.privacy.erasePerson({ id: gone.id, name: "Jana Petersen" });
    const ids = ({ id, version }: { id: string; version: number }) => ({ id, version });
    await admin.merge.records({ type: "customer", survivor: ids(one), merged: ids(two), take: {} });
    expect(await verifyChain(db())).toMatchObject({ ...whole, released: 2 });
    office.advance(120_000);
    await linkEntries(office.services);
    expect(await verifyChain(db())).toMatchObject({ ...whole, released: 2 });
  });

  it("lets go of sign-ins that the retention notes to have removed, and of nothing else", async () => {
    const signIn = (n: number) => ({
      ...anEntry(office.services.now().toISOString()),
      kind: "user.signed-in" as const,
      id: `${newId()}${n}`,
    });
    await db()
      .insertInto("changes")
      .values([signIn(1), signIn(2)])
      .execute();
    office.advance(120_000);
    await linkEntries(office.services);
    office.advance(366 * day);
    await keepRetention(office.services);
    expect(await db().selectFrom("changes").select("kind").where("kind", "=", "user.signed-in").execute()).toEqual([]);
    expect(await verifyChain(db())).toMatchObject(whole);
    // A setting of the same database makes no entry one that may be gone.
    const admin = await office.as(await office.hire({ role: "admin" }));
    await admin.setting.update({ section: "privacy", values: { historyDays: 30 }, secrets: {}, version: 0 });
    await db()
      .deleteFrom("changes")
      .where("id", "=", await someEntry())
      .execute();
    expect((await verifyChain(db(), { formerRetention: "2027-12-31" })).gone.count).toBe(1);
  });

  it("believes no retention that would have removed what is younger than any setting allows", async () => {
    const admin = await office.as(await office.hire({ role: "admin" }));
    await createRecord(admin, "customer", { name: "Habicht" });
    const note = { ...anEntry(office.services.now().toISOString()), kind: "job.history-removed" as const };
    await db()
      .insertInto("changes")
      .values({ ...note, afterJson: '{"signInsBefore":null,"historyBefore":"2030-01-01T00:00:00.000Z","removed":1}' })
      .execute();
    office.advance(120_000);
    await linkEntries(office.services);
    await db()
      .deleteFrom("changes")
      .where("id", "=", await someEntry())
      .execute();
    expect((await verifyChain(db())).gone.count).toBe(1);
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
    const forged = await verifyChain(db(), { heads: [noted] });
    expect(forged).toMatchObject({ brokenAt: undefined, changed: [] });
    expect(forged.known.get(noted)).toBe(false);
  });

  it("logs its head whenever it has grown", async () => {
    const lines: object[] = [];
    const log = Object.assign(Object.create(office.services.log), { info: (line: object) => lines.push(line) });
    await tendChain({ ...office.services, log });
    expect(lines).toEqual([]);
    await createRecord(await office.as(await office.hire({ role: "admin" })), "tag");
    office.advance(120_000);
    await tendChain({ ...office.services, log });
    expect(lines).toEqual([{ ...(await readHead(db())), released: 0 }]);
  });
});

describe("links of the first form", () => {
  const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");

  /** The chain as it was made before links said anything of values. */
  beforeEach(async () => {
    await db().deleteFrom("auditLinks").execute();
    const entries = await db().selectFrom("changes").selectAll().orderBy("id").execute();
    let head = "0".repeat(64);
    for (const [index, { id, kind, subjectType, actorId, at }] of entries.entries()) {
      const entryHash = sha256(JSON.stringify([id, kind, subjectType, actorId, at]));
      head = sha256(`${head}${entryHash}`);
      const link = { no: index + 1, changeId: id, at, entryHash, head };
      await db().insertInto("auditLinks").values(link).execute();
    }
  });

  async function goOn(): Promise<void> {
    await createRecord(await office.as(await office.hire({ role: "admin" })), "tag");
    office.advance(120_000);
    await linkEntries(office.services);
  }

  it("are still verified, and go on in the second", async () => {
    expect(await verifyChain(db())).toMatchObject(whole);
    await goOn();
    expect(await verifyChain(db())).toMatchObject(whole);
  });

  it("are bound whole by the first link of the second, also when and of what entry they are", async () => {
    await goOn();
    const { no } = await db()
      .selectFrom("auditLinks")
      .select("no")
      .where("form", "!=", 1)
      .orderBy("no")
      .executeTakeFirstOrThrow();
    await db().updateTable("auditLinks").set({ at: "2020-01-01T00:00:00.000Z" }).where("no", "=", 1).execute();
    expect((await verifyChain(db())).brokenAt).toBe(no);
  });

  it("may lack what a retention removed that noted nothing, until one does", async () => {
    const id = await someEntry();
    await db().deleteFrom("changes").where("id", "=", id).execute();
    expect((await verifyChain(db())).gone.count).toBe(1);
    expect((await verifyChain(db(), { formerRetention: "2027-01-01" })).gone.count).toBe(0);
  });

  it("may lack what was gone when the first newer link was made, and nothing else", async () => {
    const [first, second] = await db().selectFrom("changes").select("id").orderBy("id").limit(2).execute();
    await db()
      .deleteFrom("changes")
      .where("id", "=", first?.id ?? "")
      .execute();
    await goOn();
    expect(await verifyChain(db())).toMatchObject({ ...whole, formerlyGone: 1 });
    await db()
      .deleteFrom("changes")
      .where("id", "=", second?.id ?? "")
      .execute();
    expect(await verifyChain(db())).toMatchObject({ formerlyGone: 1, gone: { count: 1 } });
    await db().updateTable("auditLinks").set({ withoutEntry: "1-2" }).where("withoutEntry", "is not", null).execute();
    expect((await verifyChain(db())).brokenAt).toBeGreaterThan(0);
  });
});
