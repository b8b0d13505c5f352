import { setImmediate } from "node:timers/promises";
import { beforeEach, describe, expect, it } from "vitest";
import type { Api } from "../../../server/features/router.ts";
import { createManyWebsites } from "../../../server/sample/many-websites.ts";
import type { Person } from "../../../server/trpc/context.ts";
import { type Office, openOffice } from "../../support/office.ts";
import { createRecord } from "../../support/records/records.ts";

let office: Office;
let timo: Person;
let api: Api;

beforeEach(async () => {
  office = await openOffice();
  timo = await office.hire({ name: "Timo Brandt", role: "admin" });
  api = await office.as(timo);
});

async function makeWebsites(count: number, body: (at: number) => object = () => ({})): Promise<string[]> {
  const ids: string[] = [];
  for (let at = 0; at < count; at += 1) ids.push((await createRecord(api, "website", body(at) as never)).id);
  office.signals.length = 0;
  return ids;
}

const changesOf = (kind: "website.updated" | "website.archived" | "website.restored") =>
  office.services.db.selectFrom("changes").selectAll().where("kind", "=", kind).orderBy("id").execute();

describe("a selection is refused", () => {
  it.each([
    { ids: [] },
    { ids: Array.from({ length: 501 }, (_, at) => `id-${at}`) },
    { ids: ["a"], scope: {} },
    { scope: { where: [{ field: "name", is: "like" }] } },
    {},
  ])("when it is none: %j", async (selection) => {
    const input = { selection: selection as never };
    await expect(api.website.archiveMany(input)).rejects.toMatchObject({ code: "BAD_REQUEST" });
  });

  it("when its list finds another number than the person saw", async () => {
    await makeWebsites(3);
    const call = api.website.archiveMany({ selection: { scope: { where: [] }, expected: 4 } });
    await expect(call).rejects.toMatchObject({
      code: "PRECONDITION_FAILED",
      message: expect.stringMatching(/\b3\b.*\b4\b/),
    });
    expect(await api.website.list({})).toMatchObject({ totalItems: 3 });
  });

  it("when its filter asks for a hidden field", async () => {
    await createRecord(api, "domain", { costCents: 100 });
    const member = await office.as(await office.hire());
    const scope = { where: [{ field: "costCents", is: "present" as const }] };
    await expect(member.domain.archiveMany({ selection: { scope } })).rejects.toMatchObject({ code: "FORBIDDEN" });
    expect(await api.domain.list({})).toMatchObject({ totalItems: 1 });
  });
});

describe("a change of many is refused", () => {
  it("without a field, with unknown fields and with wrong values", async () => {
    const ids = await makeWebsites(1);
    for (const body of [{}, { nirgends: 1 }, { kind: "zirkus" }, { url: "keine Adresse" }, { status: "online" }])
      await expect(api.website.updateMany({ selection: { ids }, body: body as never })).rejects.toMatchObject({
        code: "BAD_REQUEST",
      });
    expect(await changesOf("website.updated")).toEqual([]);
  });

  it("by tags alone, for types without tags and without any tag", async () => {
    const { id } = await createRecord(api, "tag");
    await expect(api.tag.tagMany({ selection: { ids: [id] }, add: [id] })).rejects.toMatchObject({
      code: "BAD_REQUEST",
    });
    for (const tags of [{}, { add: [id], remove: [id] }])
      await expect(api.website.tagMany({ selection: { ids: [id] }, ...tags })).rejects.toMatchObject({
        code: "BAD_REQUEST",
      });
  });
});

describe("many records", () => {
  it("change in the given fields alone, each with its own history", async () => {
    const ids = await makeWebsites(3, () => ({ cms: "WordPress", cmsVersion: "6.4" }));
    const result = await api.website.updateMany({
      selection: { ids: [...ids, ids[0] as string] },
      body: { cms: "TYPO3", responsibleUserId: timo.id },
    });
    expect(result).toEqual({ ok: 3, failed: [], failedCount: 0, changed: ids.map((id) => ({ id, version: 2 })) });
    for (const { values, version } of (await api.website.list({})).data)
      expect([version, values]).toMatchObject([
        2,
        { cms: "TYPO3", cmsVersion: "6.4", responsibleUserId: { id: timo.id } },
      ]);
    const changes = await changesOf("website.updated");
    expect(changes.map(({ subjectId, actorId }) => [subjectId, actorId])).toEqual(ids.map((id) => [id, timo.id]));
    expect(office.signals).toEqual([{ event: "recordsChanged", payload: { records: { type: "website", ids } } }]);
  });

  it("are told one by one when they fail, and the others change", async () => {
    const ids = await makeWebsites(4, (at) => ({ name: `Seite ${at}` }));
    await api.website.archive({ id: ids[1] as string });
    office.signals.length = 0;
    const url = "https://neu.example/";
    const result = await api.website.updateMany({ selection: { ids: [...ids, "nirgends"] }, body: { url } });
    const taken = expect.stringContaining("Seite 0");
    expect(result).toEqual({
      changed: [{ id: expect.any(String), version: 2 }],
      ok: 1,
      failedCount: 4,
      failed: [
        { id: ids[1], title: "Seite 1", message: expect.not.stringContaining("Seite 0") },
        { id: ids[2], title: "Seite 2", message: taken },
        { id: ids[3], title: "Seite 3", message: taken },
        { id: "nirgends", title: "", message: expect.not.stringContaining("Seite 0") },
      ],
    });
    expect((await changesOf("website.updated")).map(({ subjectId }) => subjectId)).toEqual([ids[0]]);
    expect(office.signals.filter(({ event }) => event === "recordsChanged")).toContainEqual({
      event: "recordsChanged",
      payload: { records: { type: "website", ids: [ids[0]] } },
    });
    const search = await api.website.list({ search: "Seite" });
    expect(search.data.map(({ version }) => version)).toEqual([2, 1, 1]);
  });

  it("undo what a failing one has written so far", async () => {
    const { id: customerId } = await createRecord(api, "customer");
    const ids = await makeWebsites(2);
    const domains = (await api.domain.list({})).totalItems;
    // The domain of the new address is created before the missing tag is noticed.
    const body = { url: "https://spurlos.example/", customerId, tags: ["nirgends"] };
    const result = await api.website.updateMany({ selection: { ids }, body });
    expect(result).toMatchObject({ ok: 0, failedCount: 2 });
    expect((await api.domain.list({})).totalItems).toBe(domains);
    expect(office.signals).toEqual([]);
  });

  it("beyond 100 are announced once, without their ids", async () => {
    await makeWebsites(230, (at) => ({ kind: at % 2 ? "shop" : "portal" }));
    const scope = { where: [{ field: "kind", is: "oneOf" as const, values: ["shop"] }] };
    const whole = { where: [] };
    expect(
      await api.website.updateMany({ selection: { scope: whole, expected: 230 }, body: { cms: "Kirby" } }),
    ).toEqual({
      ok: 230,
      failed: [],
      failedCount: 0,
      changed: expect.any(Array),
    });
    expect(office.signals).toEqual([{ event: "recordsChanged", payload: { records: { type: "website", ids: [] } } }]);
    expect(await changesOf("website.updated")).toHaveLength(230);

    // What it finds is settled at the start: the change itself takes every record out of the filter.
    const moved = await api.website.updateMany({ selection: { scope }, body: { kind: "portal" } });
    expect(moved).toMatchObject({ ok: 115, failedCount: 0 });
    expect(await api.website.list({ where: scope.where })).toMatchObject({ totalItems: 0 });
  });

  it("let others in between", async () => {
    await makeWebsites(250);
    const order: string[] = [];
    const many = api.website
      .updateMany({ selection: { scope: { where: [] } }, body: { cms: "Kirby" } })
      .then(() => order.push("many"));
    const one = createRecord(api, "tag").then(() => order.push("one"));
    await Promise.all([many, one]);
    expect(order).toEqual(["one", "many"]);
  });
});

describe("many archived records", () => {
  it("leave the lists and come back, by the rules of each", async () => {
    const { id: busy } = await createRecord(api, "customer", { name: "Mit Vertrag" });
    const { id: idle } = await createRecord(api, "customer", { name: "Ohne" });
    await createRecord(api, "contract", { customerId: busy });
    expect(await api.customer.archiveMany({ selection: { ids: [busy, idle] } })).toEqual({
      ok: 1,
      failedCount: 1,
      failed: [{ id: busy, title: "Mit Vertrag", message: expect.any(String) }],
      changed: [{ id: idle, version: 2 }],
    });
    const scope = { where: [], archived: true };
    expect(await api.customer.restoreMany({ selection: { scope, expected: 1 } })).toMatchObject({ ok: 1 });
    expect(await api.customer.list({ archived: true })).toMatchObject({ totalItems: 0 });
  });
});

describe("the tags of many", () => {
  it("are added and taken off, and the other tags stay", async () => {
    const tag = async (name: string) => (await createRecord(api, "tag", { name })).id;
    const [rot, blau, gelb] = [await tag("rot"), await tag("blau"), await tag("gelb")];
    const ids = await makeWebsites(3, (at) => ({ name: `Seite ${at}`, tags: [[rot, gelb], [blau], []][at] }));
    const result = await api.website.tagMany({ selection: { ids }, add: [blau], remove: [rot] });
    expect(result).toMatchObject({ ok: 3, failedCount: 0 });
    const { data } = await api.website.list({});
    expect(data.map(({ values }) => (values.tags as { name: string }[]).map(({ name }) => name))).toEqual([
      ["blau", "gelb"],
      ["blau"],
      ["blau"],
    ]);
    expect(data.map(({ version }) => version)).toEqual([2, 1, 2]);
  });

  it("fail for all when the tag is gone", async () => {
    const ids = await makeWebsites(2);
    const { failed } = await api.website.tagMany({ selection: { ids }, add: ["nirgends"] });
    expect(failed.map(({ id }) => id)).toEqual(ids);
    expect((await api.website.list({})).data.map(({ version }) => version)).toEqual([1, 1]);
  });
});

it("answers others while it changes 2,000 records", { timeout: 300_000 }, async () => {
  await createManyWebsites(office.services.db, 2000, timo.id);
  const other = await office.as(await office.hire());
  const seen = new Set<number>();
  let isDone = false;
  const bulk = api.website.archiveMany({ selection: { scope: { where: [] } } }).finally(() => {
    isDone = true;
  });
  while (!isDone) {
    const { totalItems } = await other.website.list({ limit: 1 });
    seen.add(totalItems);
    await setImmediate();
  }
  expect(await bulk).toMatchObject({ ok: 2000, failedCount: 0 });
  expect(seen.size).toBeGreaterThanOrEqual(20);
});

describe("taking a bulk edit back", () => {
  it("is not for those who may only read, and takes no change that is not the person's own", async () => {
    const [id = ""] = await makeWebsites(1);
    const { changed = [] } = await api.website.updateMany({ selection: { ids: [id] }, body: { cms: "TYPO3" } });
    const reader = await office.as(await office.hire({ role: "readonly" }));
    await expect(reader.website.undoMany({ changed })).rejects.toMatchObject({ code: "FORBIDDEN" });
    const member = await office.as(await office.hire());
    expect(await member.website.undoMany({ changed })).toMatchObject({ ok: 0, failedCount: 1 });
    expect((await api.website.get({ id })).values.cms).toBe("TYPO3");
  });

  it("brings every field back, relations and tags too, and leaves what was changed since", async () => {
    const customer = await createRecord(api, "customer", { name: "Weingut Amsel" });
    const tag = await createRecord(api, "tag", { name: "wichtig" });
    const ids = await makeWebsites(3, (at) => ({ cms: `System ${at}`, customerId: at === 0 ? customer.id : null }));
    const body = { cms: "TYPO3", customerId: null };
    const edited = await api.website.updateMany({ selection: { ids }, body });
    expect(edited.changed).toHaveLength(3);
    const tagged = await api.website.tagMany({ selection: { ids: ids.slice(0, 2) }, add: [tag.id] });
    expect(await api.website.undoMany({ changed: tagged.changed ?? [] })).toMatchObject({ ok: 2 });

    const again = await api.website.updateMany({ selection: { ids }, body: { cms: "WordPress" } });
    const [, , third = ""] = ids;
    const { version } = await api.website.get({ id: third });
    await api.website.update({ params: { id: third }, body: { cms: "Kirby" }, version });
    expect(await api.website.undoMany({ changed: again.changed ?? [] })).toMatchObject({ ok: 2, failedCount: 1 });
    const values = await Promise.all(ids.map(async (id) => (await api.website.get({ id })).values));
    expect(values.map(({ cms, tags }) => [cms, tags])).toEqual([
      ["TYPO3", []],
      ["TYPO3", []],
      ["Kirby", []],
    ]);
  });

  it("says nothing of records that had the value already", async () => {
    const ids = await makeWebsites(2, (at) => ({ cms: at === 0 ? "TYPO3" : "Kirby" }));
    const { changed } = await api.website.updateMany({ selection: { ids }, body: { cms: "TYPO3" } });
    expect(changed?.map(({ id }) => id)).toEqual([ids[1]]);
  });
});
