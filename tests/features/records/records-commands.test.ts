import { getTRPCErrorFromUnknown } from "@trpc/server";
import { beforeEach, describe, expect, it } from "vitest";
import type { Api } from "../../../server/features/router.ts";
import type { Problem } from "../../../server/problem.ts";
import type { Person } from "../../../server/trpc/context.ts";
import { type Office, openOffice } from "../../support/office.ts";
import { createRecord } from "../../support/records/records.ts";

let office: Office;
let timo: Person;
let jana: Person;
let api: Api;
let janas: Api;

beforeEach(async () => {
  office = await openOffice();
  timo = await office.hire({ name: "Timo Brandt", role: "admin" });
  jana = await office.hire({ name: "Jana Petersen" });
  api = await office.as(timo);
  janas = await office.as(jana);
});

/** How a call was refused. */
async function refusalOf(call: Promise<unknown>) {
  const error = await call.then(
    () => expect.fail("was not refused"),
    (cause) => getTRPCErrorFromUnknown(cause),
  );
  const problem = error.cause as Problem;
  return { ...problem, message: problem.message, code: error.code };
}

const historyOf = (id: string) =>
  office.services.db
    .selectFrom("changes")
    .select(["kind", "actorId", "version", "beforeJson", "afterJson"])
    .where("subjectId", "=", id)
    .orderBy("version")
    .execute();

const read = (json: string | null | undefined) => JSON.parse(json ?? "{}");

describe("two people who edit one record", () => {
  it("learn field by field what the other has changed, and nobody's work is lost", async () => {
    const customer = await createRecord(api, "customer", { name: "Weingut Amsel" });
    const tag = await createRecord(api, "tag", { name: "Wein" });
    const { id } = await createRecord(api, "website", { name: "Amsel", cms: "WordPress" });
    const theirs = { cms: "TYPO3", customerId: customer.id, tags: [tag.id] };
    await janas.website.update({ params: { id }, body: theirs, version: 1 });
    office.signals.length = 0;

    const late = { params: { id }, body: { cms: "Contao" }, version: 1 };
    const refusal = await refusalOf(api.website.update(late));
    expect(refusal).toMatchObject({
      code: "CONFLICT",
      conflict: {
        version: 2,
        by: { id: jana.id, label: "Jana Petersen" },
        at: office.services.now(),
        fields: expect.arrayContaining([
          { field: "cms", before: "WordPress", theirs: "TYPO3" },
          { field: "customerId", before: null, theirs: { id: customer.id, label: "Weingut Amsel" } },
          { field: "tags", before: [], theirs: [{ id: tag.id, label: "Wein" }] },
        ]),
      },
    });
    expect(refusal.conflict?.fields).toHaveLength(3);
    expect(office.signals).toEqual([]);
    expect((await api.website.get({ id })).values.cms).toBe("TYPO3");

    expect(await api.website.update({ ...late, overwrite: true })).toMatchObject({ version: 3 });
    expect((await api.website.get({ id })).values).toMatchObject({ cms: "Contao", customerId: { id: customer.id } });
  });

  it("are told the state before the first and after the last of several changes", async () => {
    const { id } = await createRecord(api, "website", { cms: "A" });
    await janas.website.update({ params: { id }, body: { cms: "B" }, version: 1 });
    await janas.website.update({ params: { id }, body: { cms: "C" }, version: 2 });
    const { conflict } = await refusalOf(api.website.update({ params: { id }, body: { cms: "D" }, version: 1 }));
    expect(conflict?.fields).toEqual([{ field: "cms", before: "A", theirs: "C" }]);
  });

  it("learn nothing of fields that they may not see", async () => {
    const { id } = await createRecord(api, "domain", { costCents: 100 });
    await api.domain.update({ params: { id }, body: { costCents: 4200, noticeDays: 30 }, version: 1 });
    const { conflict } = await refusalOf(janas.domain.update({ params: { id }, body: { noticeDays: 14 }, version: 1 }));
    expect(conflict?.fields).toEqual([{ field: "noticeDays", before: null, theirs: 30 }]);
  });

  it("overwrite only with the ability to", async () => {
    const { id } = await createRecord(api, "website", { cms: "A" });
    await api.website.update({ params: { id }, body: { cms: "B" } });
    const late = { params: { id }, body: { cms: "C" }, version: 1, overwrite: true };
    await expect(janas.website.update(late)).rejects.toMatchObject({ code: "FORBIDDEN" });
    const blind = { params: { id }, body: { cms: "C" } };
    expect(await refusalOf(janas.website.update(blind))).toMatchObject({
      fields: { version: [expect.any(String)] },
    });
    expect((await api.website.get({ id })).values.cms).toBe("B");
  });

  it("also cannot archive what the other has changed unseen", async () => {
    const { id } = await createRecord(api, "website", {});
    await janas.website.update({ params: { id }, body: { cms: "B" }, version: 1 });
    expect(await refusalOf(api.website.archive({ id, version: 1 }))).toMatchObject({ code: "CONFLICT" });
    expect((await api.website.get({ id })).archivedAt).toBeNull();
  });
});

describe("a value that only one may have", () => {
  it("is refused with the record that has it, and free again once that is archived", async () => {
    const first = await createRecord(api, "website", { name: "Amsel", url: "https://amsel.example/" });
    const second = { name: "Zweite", url: "HTTPS://Amsel.example:443/#oben" };
    expect(await refusalOf(createRecord(api, "website", second))).toMatchObject({
      code: "CONFLICT",
      existing: { type: "website", id: first.id },
      fields: { "body.url": [expect.stringContaining("Amsel")] },
    });
    await api.website.archive({ id: first.id });
    await createRecord(api, "website", second);
    expect(await refusalOf(api.website.restore({ id: first.id }))).toMatchObject({ code: "CONFLICT" });
  });

  it("is refused to a change as well", async () => {
    await createRecord(api, "domain", { name: "amsel.example" });
    const { id } = await createRecord(api, "domain", { name: "drossel.example" });
    expect(await refusalOf(api.domain.update({ params: { id }, body: { name: "Amsel.example" } }))).toMatchObject({
      code: "CONFLICT",
    });
    expect((await api.domain.get({ id })).title).toBe("drossel.example");
  });
});

describe("a change", () => {
  it("is written with what was before, told live, and nothing when nothing differs", async () => {
    const { id } = await createRecord(api, "website", { name: "Amsel", cms: "WordPress", cmsVersion: "6.4" });
    office.signals.length = 0;
    const same = await janas.website.update({ params: { id }, body: { cms: "WordPress" }, version: 1 });
    expect([same.version, office.signals]).toEqual([1, []]);

    expect(await janas.website.update({ params: { id }, body: { cms: "TYPO3" }, version: 1 })).toMatchObject({
      id,
      version: 2,
    });
    const [, change] = await historyOf(id);
    expect(change).toMatchObject({ kind: "website.updated", actorId: jana.id, version: 2 });
    expect([read(change?.beforeJson), read(change?.afterJson)]).toEqual([{ cms: "WordPress" }, { cms: "TYPO3" }]);
    expect(office.signals).toEqual([{ event: "recordsChanged", payload: { records: { type: "website", ids: [id] } } }]);
    const row = await api.website.get({ id });
    expect(row).toMatchObject({ updatedBy: { label: "Jana Petersen" }, values: { cmsVersion: "6.4" } });
  });

  it("refuses references to what does not exist, and records nothing", async () => {
    const { id } = await createRecord(api, "website", {});
    office.signals.length = 0;
    for (const body of [
      { customerId: "nirgends" },
      { tags: ["nirgends"] },
      { hosts: [{ id: "nirgends", role: "web" }] },
    ])
      expect(await refusalOf(api.website.update({ params: { id }, body }))).toMatchObject({ code: "BAD_REQUEST" });
    expect([office.signals, (await historyOf(id)).length]).toEqual([[], 1]);
  });

  it.each([{ nirgends: 1 }, { status: "online" }, { id: "x" }, { __proto__x: 1 }])("refuses %j", async (body) => {
    const { id } = await createRecord(api, "website", {});
    await expect(api.website.update({ params: { id }, body: body as never })).rejects.toMatchObject({
      code: "BAD_REQUEST",
    });
  });
});

describe("the end of a record", () => {
  it("goes by the archive, and for good only by an admin who types its name", async () => {
    const { id } = await createRecord(api, "website", { name: "Amsel" });
    const typed = { id, title: "Amsel" };
    expect(await refusalOf(api.website.delete(typed))).toMatchObject({ code: "PRECONDITION_FAILED" });
    await janas.website.archive({ id });
    expect((await api.website.get({ id })).can).toEqual({
      edit: false,
      archive: false,
      delete: true,
      overwrite: false,
    });

    expect(await refusalOf(janas.website.archive({ id }))).toMatchObject({ code: "PRECONDITION_FAILED" });
    expect(await refusalOf(janas.website.update({ params: { id }, body: { cms: "X" } }))).toMatchObject({
      code: "PRECONDITION_FAILED",
    });
    await expect(janas.website.delete(typed)).rejects.toMatchObject({ code: "FORBIDDEN" });
    expect(await refusalOf(api.website.delete({ id, title: "amsel" }))).toMatchObject({ code: "BAD_REQUEST" });

    expect(await api.website.delete(typed)).toEqual({ id });
    expect(await refusalOf(api.website.get({ id }))).toMatchObject({ code: "NOT_FOUND" });
    expect((await historyOf(id)).map(({ kind }) => kind)).toEqual([
      "website.created",
      "website.archived",
      "website.deleted",
    ]);
  });

  it("can be taken back before that", async () => {
    const { id } = await createRecord(api, "website", {});
    expect(await refusalOf(janas.website.restore({ id }))).toMatchObject({ code: "PRECONDITION_FAILED" });
    await janas.website.archive({ id });
    expect(await janas.website.restore({ id })).toMatchObject({ id, version: 3 });
    expect((await api.website.list({})).data).toMatchObject([{ id, archivedAt: null }]);
  });

  it("is refused to a customer with an active contract", async () => {
    const { id } = await createRecord(api, "customer", { name: "Amsel" });
    const contract = await createRecord(api, "contract", { customerId: id, status: "active" });
    expect(await refusalOf(api.customer.archive({ id }))).toMatchObject({ code: "PRECONDITION_FAILED" });
    expect((await api.customer.get({ id })).archivedAt).toBeNull();
    await api.contract.update({ params: { id: contract.id }, body: { status: "draft" } });
    await api.customer.archive({ id });
  });

  it("is the same for what is not there", async () => {
    const missing = { code: "NOT_FOUND" };
    expect(await refusalOf(api.website.archive({ id: "nirgends" }))).toMatchObject(missing);
    expect(await refusalOf(api.website.restore({ id: "nirgends" }))).toMatchObject(missing);
    expect(await refusalOf(api.website.update({ params: { id: "nirgends" }, body: {} }))).toMatchObject(missing);
    expect(await refusalOf(api.website.delete({ id: "nirgends", title: "x" }))).toMatchObject(missing);
  });
});
