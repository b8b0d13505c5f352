import { beforeEach, describe, expect, it } from "vitest";
import { ownerOf } from "../../../contract/files/attachments.ts";
import { newId } from "../../../server/db/new-id.ts";
import { compareDeadlines } from "../../../server/features/deadlines/repair.ts";
import { keepRetention } from "../../../server/features/privacy/retention.ts";
import type { Api } from "../../../server/features/router.ts";
import type { Person } from "../../../server/trpc/context.ts";
import { type Office, openOffice } from "../../support/office.ts";
import { createRecord } from "../../support/records/records.ts";
import { refusalOf } from "../../support/records/refusals.ts";
import { createPage, mention, paragraph, write } from "../../support/wiki/wiki.ts";

let office: Office;
let maren: Person;
let maintainer: Api;
let kept: { id: string; version: number };
let gone: { id: string; version: number };

beforeEach(async () => {
  office = await openOffice();
  maren = await office.hire({ role: "maintainer", name: "Maren Ahlers" });
  maintainer = await office.as(maren);
  const tag = (await maintainer.tag.create({ body: { name: "Stammkunde" } })).id;
  const other = (await maintainer.tag.create({ body: { name: "Handel" } })).id;
  kept = await createRecord(maintainer, "customer", { name: "Weingut Amsel", notes: "Eins.", tags: [tag] });
  gone = await createRecord(maintainer, "customer", {
    name: "Amsel GmbH",
    phone: "+493055511122",
    notes: "Zwei.",
    tags: [tag, other],
  });
});

const merge = (take: Record<string, "merged" | "both"> = {}, api = maintainer) =>
  api.merge.records({ type: "customer", survivor: ids(kept), merged: ids(gone), take });
const ids = ({ id, version }: { id: string; version: number }) => ({ id, version });

/** One of everything that can hang on a customer. */
async function hangEverythingOn(customerId: string) {
  const website = await createRecord(maintainer, "website", { name: "Shop", customerId });
  const contact = await createRecord(maintainer, "contact", { customerId, lastName: "Kranich" });
  const contract = await createRecord(maintainer, "contract", { customerId });
  const chat = await maintainer.chat.create({
    title: "Frage",
    target: { type: "customer", id: customerId },
    body: "Worte",
    clientId: newId(),
    fileKeys: [],
  });
  const key = newId();
  const at = office.services.now().toISOString();
  await office.services.db
    .insertInto("files")
    .values({
      key,
      filename: "a.pdf",
      mimeType: "application/pdf",
      size: 3,
      width: null,
      height: null,
      purpose: "file",
      createdById: maren.id,
      createdAt: at,
      receivedAt: at,
      checkedAt: at,
      confirmedAt: at,
      owner: ownerOf({ type: "customer", id: customerId }),
    })
    .execute();
  return { website: website.id, contact: contact.id, contract: contract.id, chat: chat.id, file: key };
}

describe("merging is refused", () => {
  it("to strangers and members, with itself, for what is not there, archived, or newer than it was seen", async () => {
    const member = await office.as(await office.hire({ role: "member" }));
    expect((await refusalOf(merge({}, await office.as()))).code).toBe("UNAUTHORIZED");
    expect((await refusalOf(merge({}, member))).code).toBe("FORBIDDEN");
    const itself = { type: "customer" as const, survivor: ids(kept), merged: ids(kept) };
    expect(await refusalOf(maintainer.merge.records(itself))).toMatchObject({
      code: "BAD_REQUEST",
      fields: { merged: [expect.any(String)] },
    });
    const missing = { ...itself, merged: { id: newId(), version: 1 } };
    expect((await refusalOf(maintainer.merge.records(missing))).code).toBe("NOT_FOUND");
    expect(await refusalOf(merge({ number: "both" }))).toMatchObject({
      code: "BAD_REQUEST",
      fields: { "take.number": [expect.any(String)] },
    });
    expect((await refusalOf(merge({ websiteCount: "merged" }))).code).toBe("BAD_REQUEST");
    await maintainer.customer.update({ params: { id: gone.id }, body: { source: "Messe" }, version: 1 });
    expect(await refusalOf(merge())).toMatchObject({ code: "CONFLICT", conflict: { version: 2 } });
    await maintainer.customer.archive({ id: gone.id });
    expect(await refusalOf(merge())).toMatchObject({ code: "PRECONDITION_FAILED" });
    expect(await office.services.db.selectFrom("merges").selectAll().execute()).toEqual([]);
    await maintainer.customer.restore({ id: gone.id });
    expect(await refusalOf(merge())).toMatchObject({ code: "CONFLICT", conflict: { version: 4 } });
  });
});

describe("a merged customer", () => {
  it("leaves the chosen values and all that hung on it to the other one", async () => {
    const had = await hangEverythingOn(gone.id);
    const { contact } = await hangEverythingOn(kept.id);
    const number = (await maintainer.customer.get({ id: gone.id })).values.number;
    await merge({ name: "merged", number: "merged", tags: "both", notes: "both" });
    const { values } = await maintainer.customer.get({ id: kept.id });
    expect(values).toMatchObject({ name: "Amsel GmbH", number, phone: null, notes: "Eins.\n\nZwei." });
    expect(values.tags).toHaveLength(2);
    for (const [type, id] of [
      ["website", had.website],
      ["contact", had.contact],
      ["contract", had.contract],
    ] as const)
      expect((await maintainer[type].get({ id })).values.customerId).toMatchObject({ id: kept.id });
    const files = await maintainer.attachment.list({ type: "customer", id: kept.id });
    expect(files.map(({ key }) => key)).toContain(had.file);
    expect(await maintainer.chat.get({ id: had.chat })).toMatchObject({ target: { id: kept.id } });
    const contacts = await maintainer.contact.list({});
    expect(contacts.data.filter((row) => row.values.isPrimary).map(({ id }) => id)).toHaveLength(1);
    expect([contact, had.contact]).toContain(contacts.data.find((row) => row.values.isPrimary)?.id);
    const history = await maintainer.change.list({ type: "customer", id: kept.id, limit: 100 });
    expect(history.data.filter(({ what, subject }) => what === "created" && subject.type === "customer")).toHaveLength(
      2,
    );
    expect(history.data).toContainEqual(expect.objectContaining({ what: "merged", other: "Amsel GmbH" }));
    expect((await maintainer.customer.list({})).data.map(({ id }) => id)).not.toContain(gone.id);
    const hits = (await maintainer.search.find({ query: "amsel" })).hits;
    expect(hits.filter(({ type }) => type === "customer").map(({ id }) => id)).toEqual([kept.id]);
  });

  it("is found under its old id, also by way of others, and mentions lead on without being rewritten", async () => {
    const page = (await createPage(maintainer, { title: "Kunden" })).id;
    await write(office, maren, page, paragraph("Siehe ", mention("customer", gone.id, "Amsel GmbH")));
    const { chat } = await hangEverythingOn(gone.id);
    await maintainer.chat.send({ chatId: chat, body: `@[customer:${gone.id}]`, clientId: newId(), fileKeys: [] });
    const before = await office.services.db.selectFrom("pages").select("contentJson").where("id", "=", page).execute();
    await merge();
    expect(await maintainer.customer.get({ id: gone.id })).toMatchObject({ id: kept.id, title: "Weingut Amsel" });
    const third = await createRecord(maintainer, "customer", { name: "Amsel Gruppe" });
    const { version } = await maintainer.customer.get({ id: kept.id });
    await maintainer.merge.records({ type: "customer", survivor: ids(third), merged: { id: kept.id, version } });
    expect(await maintainer.customer.get({ id: gone.id })).toMatchObject({ id: third.id });
    const { references } = await maintainer.page.read({ id: page });
    expect(references).toContainEqual(
      expect.objectContaining({ id: gone.id, label: "Amsel Gruppe", href: `/customers/${third.id}` }),
    );
    expect(await maintainer.mention.read({ things: [{ kind: "customer", id: gone.id }] })).toMatchObject([
      { id: gone.id, label: "Amsel Gruppe" },
    ]);
    expect(await office.services.db.selectFrom("pages").select("contentJson").where("id", "=", page).execute()).toEqual(
      before,
    );
    const known = await maintainer.page.search({ query: "kunden", mentions: { kind: "customer", id: third.id } });
    expect(JSON.stringify(known)).toContain(page);
  });

  it("is named by its id in no column that tells where something belongs", async () => {
    await hangEverythingOn(gone.id);
    await createRecord(maintainer, "domain", { name: "amsel.example", customerId: gone.id });
    await createRecord(maintainer, "host", { name: "Server", customerId: gone.id });
    await merge();
    const named: string[] = [];
    for (const { name } of await office.services.db.introspection.getTables()) {
      if (name.includes("fts")) continue;
      for (const row of await office.services.db
        .selectFrom(name as "users")
        .selectAll()
        .execute())
        for (const [column, value] of Object.entries(row)) if (value === gone.id) named.push(`${name}.${column}`);
    }
    expect([...new Set(named)]).toEqual(["merges.mergedId"]);
  });
});

describe("the dates and tasks of a merged customer", () => {
  const rows = (table: "deadlines" | "tasks") =>
    office.services.db
      .selectFrom(table as "deadlines")
      .select(["id", "targetId"])
      .where("targetId", "in", [kept.id, gone.id])
      .orderBy("id")
      .execute();
  const differing = () => compareDeadlines(office.services);

  it("hang on the other one, nothing differs by night, and all is back when it is undone", async () => {
    const about = { targetType: "customer", targetId: gone.id } as const;
    const own = await maintainer.deadline.create({ ...about, label: "Relaunch", dueOn: "2027-01-01" });
    const past = await maintainer.deadline.create({ ...about, label: "Angebot", dueOn: "2026-12-01" });
    await maintainer.deadline.complete({ id: past.id });
    const task = await maintainer.task.create({ ...about, title: "Anrufen", dueOn: "2026-12-01" });
    const website = await createRecord(maintainer, "website", { name: "Shop", customerId: gone.id });
    const onWebsite = { targetType: "website", targetId: website.id, title: "Prüfen", dueOn: "2026-12-02" } as const;
    const beside = await maintainer.task.create(onWebsite);
    const before = [await rows("deadlines"), await rows("tasks")];
    const { mergeId } = await merge();
    const moved = (ids: string[]) => ids.map((id) => ({ id, targetId: kept.id }));
    expect([await rows("deadlines"), await rows("tasks")]).toEqual([moved([own.id, past.id]), moved([task.id])]);
    expect(await maintainer.deadline.get({ id: own.id })).toMatchObject({
      target: { id: kept.id, label: "Weingut Amsel" },
      href: `/customers/${kept.id}`,
    });
    const customersOf = async () =>
      (await maintainer.deadline.list({ kind: "task" })).data.map(({ target, customer }) => [target?.id, customer?.id]);
    expect(await customersOf()).toEqual([
      [task.id, kept.id],
      [beside.id, kept.id],
    ]);
    await expect(differing()).resolves.toBeUndefined();
    await maintainer.merge.undo({ id: mergeId });
    expect([await rows("deadlines"), await rows("tasks")]).toEqual(before);
    expect(await customersOf()).toEqual([
      [task.id, gone.id],
      [beside.id, gone.id],
    ]);
    await expect(differing()).resolves.toBeUndefined();
  });
});

describe("undoing a merge", () => {
  it("brings back both as they were", async () => {
    const had = await hangEverythingOn(gone.id);
    const all = async () => ({
      kept: (await maintainer.customer.get({ id: kept.id })).values,
      history: (await maintainer.change.list({ type: "customer", id: gone.id })).totalItems,
    });
    const before = { ...(await all()), gone: (await maintainer.customer.get({ id: gone.id })).values };
    const { mergeId } = await merge({ name: "merged", number: "merged", tags: "both" });
    expect(await maintainer.merge.list({ type: "customer", id: kept.id })).toMatchObject([
      { id: mergeId, title: "Amsel GmbH", by: "Maren Ahlers" },
    ]);
    expect(await maintainer.merge.undo({ id: mergeId })).toEqual({ id: gone.id, title: "Amsel GmbH", kept: [] });
    const after = await maintainer.customer.get({ id: gone.id });
    expect(after.id).toBe(gone.id);
    expect(after.values).toEqual(before.gone);
    expect((await maintainer.customer.get({ id: kept.id })).values).toEqual(before.kept);
    for (const type of ["website", "contact", "contract"] as const)
      expect((await maintainer[type].get({ id: had[type] })).values.customerId).toMatchObject({ id: gone.id });
    expect(await maintainer.attachment.list({ type: "customer", id: gone.id })).toHaveLength(1);
    expect(await maintainer.chat.get({ id: had.chat })).toMatchObject({ target: { id: gone.id } });
    expect((await maintainer.change.list({ type: "customer", id: gone.id })).totalItems).toBeGreaterThan(
      before.history,
    );
    const again = await maintainer.customer.get({ id: gone.id });
    expect(await refusalOf(maintainer.merge.undo({ id: mergeId }))).toMatchObject({ code: "PRECONDITION_FAILED" });
    expect(await maintainer.customer.get({ id: gone.id })).toEqual(again);
    expect(await maintainer.merge.list({ type: "customer", id: kept.id })).toEqual([]);
  });

  it("leaves what was changed since and names it", async () => {
    const had = await hangEverythingOn(gone.id);
    const { mergeId } = await merge({ phone: "merged", name: "merged" });
    const third = await createRecord(maintainer, "customer", { name: "Gasthof Specht" });
    await maintainer.website.update({ params: { id: had.website }, body: { customerId: third.id } });
    await maintainer.customer.update({ params: { id: kept.id }, body: { phone: "+4930999888" } });
    const undone = await maintainer.merge.undo({ id: mergeId });
    expect(undone.kept).toEqual([
      "Telefon von Amsel GmbH wurde seitdem geändert.",
      "Website Shop wurde seitdem anders zugeordnet.",
    ]);
    expect((await maintainer.customer.get({ id: kept.id })).values).toMatchObject({
      name: "Weingut Amsel",
      phone: "+4930999888",
    });
    expect((await maintainer.website.get({ id: had.website })).values.customerId).toMatchObject({ id: third.id });
  });

  it("ends after seven days, and nothing of the merged record is kept for it", async () => {
    const { mergeId } = await merge();
    const member = await office.as(await office.hire({ role: "member" }));
    expect((await refusalOf(member.merge.undo({ id: mergeId }))).code).toBe("FORBIDDEN");
    office.advance(7 * 86_400_000 - 1);
    expect(await maintainer.merge.list({ type: "customer", id: kept.id })).toHaveLength(1);
    office.advance(2);
    expect(await refusalOf(maintainer.merge.undo({ id: mergeId }))).toMatchObject({ code: "PRECONDITION_FAILED" });
    expect(await maintainer.merge.list({ type: "customer", id: kept.id })).toEqual([]);
    await keepRetention(office.services);
    expect(await office.services.db.selectFrom("merges").select("undoJson").execute()).toEqual([{ undoJson: null }]);
    expect(await maintainer.customer.get({ id: gone.id })).toMatchObject({ id: kept.id });
  });
});

describe("merging contacts", () => {
  it("moves what names them, and leaves one primary contact", async () => {
    const customerId = kept.id;
    const one = await createRecord(maintainer, "contact", { customerId, lastName: "Kranich", roles: ["tech"] });
    const two = await createRecord(maintainer, "contact", { customerId, lastName: "Kranich", roles: ["decision"] });
    await maintainer.customer.update({ params: { id: gone.id }, body: { dataOfficerId: one.id } });
    const version = (await maintainer.contact.get({ id: one.id })).version;
    const merged = await maintainer.merge.records({
      type: "contact",
      survivor: ids(two),
      merged: { id: one.id, version },
      take: { roles: "both" },
    });
    const { values } = await maintainer.contact.get({ id: two.id });
    expect(values).toMatchObject({ isPrimary: true, roles: ["decision", "tech"] });
    expect((await maintainer.customer.get({ id: gone.id })).values.dataOfficerId).toMatchObject({ id: two.id });
    await maintainer.merge.undo({ id: merged.mergeId });
    expect((await maintainer.customer.get({ id: gone.id })).values.dataOfficerId).toMatchObject({ id: one.id });
    const primary = (await maintainer.contact.list({})).data.filter((row) => row.values.isPrimary);
    expect(primary).toHaveLength(1);
  });
});
