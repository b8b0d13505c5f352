import { beforeEach, describe, expect, it } from "vitest";
import { recordTypes } from "../../../contract/records/record-types.ts";
import { appRouter } from "../../../server/features/router.ts";
import type { Person } from "../../../server/trpc/context.ts";
import { type Office, openOffice } from "../../support/office.ts";
import { createRecord } from "../../support/records/records.ts";

let office: Office;
let jana: Person;
let timo: Person;

beforeEach(async () => {
  office = await openOffice();
  jana = await office.hire({ name: "Jana Petersen" });
  timo = await office.hire({ name: "Timo Brandt", role: "admin" });
});

it("no procedure of the portal answers a stranger", async () => {
  const stranger = (await office.as()) as unknown as Record<string, Record<string, (input: unknown) => unknown>>;
  for (const path of Object.keys(appRouter._def.procedures)) {
    const [noun = "", verb = ""] = path.split(".");
    const call = Promise.resolve().then(() => stranger[noun]?.[verb]?.({}));
    await expect(call, path).rejects.toMatchObject({ code: "UNAUTHORIZED" });
  }
});

describe.each(recordTypes)("a %s", (type) => {
  it("is nothing that a stranger lists, reads, writes or counts", async () => {
    const { id } = await createRecord(await office.as(timo), type);
    office.signals.length = 0;
    const stranger = (await office.as())[type];
    const selection = { ids: [id] };
    const calls = [
      stranger.list({}),
      stranger.get({ id }),
      stranger.options({}),
      stranger.create({ body: { name: "Fremd" } }),
      stranger.update({ params: { id }, body: {} }),
      stranger.archive({ id }),
      stranger.restore({ id }),
      stranger.delete({ id, title: "Muster" }),
      stranger.updateMany({ selection, body: {} }),
      stranger.tagMany({ selection, add: ["tag"] }),
      stranger.archiveMany({ selection }),
      stranger.restoreMany({ selection }),
    ];
    const answers = await Promise.allSettled(calls);
    expect(answers.map((answer) => answer.status === "rejected" && answer.reason.code)).toEqual(
      calls.map(() => "UNAUTHORIZED"),
    );
    expect(office.signals).toEqual([]);
  });

  it("is nothing that a reading person changes", async () => {
    const { id } = await createRecord(await office.as(timo), type);
    const reader = (await office.as(await office.hire({ role: "readonly" })))[type];
    const selection = { ids: [id] };
    const calls = [
      reader.create({ body: {} }),
      reader.update({ params: { id }, body: {} }),
      reader.archive({ id }),
      reader.restore({ id }),
      reader.delete({ id, title: "Muster" }),
      reader.updateMany({ selection, body: {} }),
      reader.tagMany({ selection, add: ["tag"] }),
      reader.archiveMany({ selection }),
      reader.restoreMany({ selection }),
    ];
    const answers = await Promise.allSettled(calls);
    expect(answers.map((answer) => answer.status === "rejected" && answer.reason.code)).toEqual(
      calls.map(() => "FORBIDDEN"),
    );
    expect(await reader.get({ id })).toMatchObject({ id, version: 1, can: { edit: false, archive: false } });
  });

  it("is listed, read and offered with its title", async () => {
    const api = (await office.as(timo))[type];
    const { id, title } = await createRecord(await office.as(timo), type);
    expect((await api.list({})).data).toContainEqual(expect.objectContaining({ id, type, title, version: 1 }));
    expect(await api.get({ id })).toMatchObject({ id, title, archivedAt: null, createdBy: { label: "Timo Brandt" } });
    expect(await api.options({ search: title })).toEqual([expect.objectContaining({ id, label: title })]);
  });
});

describe("a list refuses", () => {
  const refused = async (input: object) => {
    const api = await office.as(jana);
    return api.domain.list(input as never).then(
      () => "nothing",
      (error) => error.code,
    );
  };

  it.each([
    { limit: 0 },
    { limit: 101 },
    { page: 0 },
    { page: 1.5 },
    { sort: "name" },
    { where: [{ field: "name", is: "like", value: "a" }] },
    { where: [{ field: "name", is: "oneOf", values: [] }] },
  ])("%j, which is no list", async (input) => {
    expect(await refused(input)).toBe("BAD_REQUEST");
  });

  it.each([
    { where: [{ field: "nirgends", is: "missing" }] },
    { where: [{ field: "constructor", is: "missing" }] },
    { where: [{ field: "id", is: "equals", value: "x" }] },
    { where: [{ field: "name) or 1=1 --", is: "missing" }] },
    { where: [{ field: "name", is: "oneOf", values: ["x"] }] },
    { where: [{ field: "autoRenew", is: "missing" }] },
    { where: [{ field: "renewsAt", is: "between", from: "morgen" }] },
    { where: [{ field: "noticeDays", is: "between", from: "viele" }] },
    { where: [{ field: "noticeDays", is: "between" }] },
    { orderBy: [{ field: "nirgends" }] },
    { orderBy: [{ field: "toString" }] },
    { orderBy: [{ field: "name; drop table domains" }] },
    { orderBy: [{ field: "tags" }] },
  ])("%j, because the field cannot be asked that", async (input) => {
    expect(await refused(input)).toBe("BAD_REQUEST");
  });

  it.each(["costCents", "priceCents", "marginCents", "holderName", "holderEmail"])(
    "a member's filter and order by %s, which would tell what it holds",
    async (field) => {
      const isMoney = field.endsWith("Cents");
      const where = isMoney ? { field, is: "between", from: "1" } : { field, is: "contains", value: "a" };
      expect(await refused({ where: [where] })).toBe("FORBIDDEN");
      expect(await refused({ where: [{ field, is: "present" }] })).toBe("FORBIDDEN");
      expect(await refused({ orderBy: [{ field }] })).toBe("FORBIDDEN");
    },
  );
});

describe("what a member may not see", () => {
  const secret = { costCents: 1234, priceCents: 9900, holderName: "Inge Inhaber", holderEmail: "inge@example.org" };
  const hidden = [...Object.keys(secret), "marginCents", "holderType", "holderPhone"];

  it("is absent from lists and records, and there for a maintainer", async () => {
    const { id } = await createRecord(await office.as(timo), "domain", secret);
    const api = await office.as(jana);
    const [listed] = (await api.domain.list({})).data;
    const read = await api.domain.get({ id });
    for (const name of hidden) expect([name in (listed?.values ?? {}), name in read.values]).toEqual([false, false]);

    const maintainer = await office.as(await office.hire({ role: "maintainer" }));
    expect((await maintainer.domain.get({ id })).values).toMatchObject({ ...secret, marginCents: 8666 });
    const found = await maintainer.domain.list({
      where: [{ field: "marginCents", is: "between", from: "8000" }],
      orderBy: [{ field: "costCents", descending: true }],
    });
    expect(found.data).toMatchObject([{ id }]);
  });

  it("is nothing that they write, alone or for many", async () => {
    const { id } = await createRecord(await office.as(timo), "domain", secret);
    const api = await office.as(jana);
    const forbidden = { code: "FORBIDDEN" };
    await expect(api.domain.update({ params: { id }, body: { costCents: 1 } })).rejects.toMatchObject(forbidden);
    await expect(
      api.domain.updateMany({ selection: { ids: [id] }, body: { holderName: "Ich" } }),
    ).rejects.toMatchObject(forbidden);
    expect((await (await office.as(timo)).domain.get({ id })).values).toMatchObject(secret);
  });
});

describe("the pages of a list", () => {
  it("hold every record once, deep down too, and the whole total", async () => {
    const api = await office.as(timo);
    for (let at = 0; at < 23; at += 1)
      await createRecord(api, "tag", { name: `Tag ${String(at % 5)}${"x".repeat(at)}` });
    const seen: string[] = [];
    for (let page = 1; page <= 5; page += 1) {
      const found = await api.tag.list({ page, limit: 5 });
      expect(found).toMatchObject({ totalItems: 23, totalPages: 5 });
      seen.push(...found.data.map(({ id }) => id));
    }
    expect([seen.length, new Set(seen).size]).toEqual([23, 23]);
    expect(await api.tag.list({ page: 6, limit: 5 })).toEqual({ data: [], totalItems: 23, totalPages: 5 });
    expect(await api.tag.list({ page: 1_000_000, limit: 100 })).toEqual({ data: [], totalItems: 23, totalPages: 1 });
  });

  it("are empty with 0 pages where there is nothing", async () => {
    expect(await (await office.as(jana)).host.list({})).toEqual({ data: [], totalItems: 0, totalPages: 0 });
  });
});

describe("the order of a list", () => {
  const titles = async (orderBy?: { field: string; descending?: true }[]) => {
    const { data } = await (await office.as(timo)).customer.list(orderBy ? { orderBy } : {});
    return data.map(({ title }) => title);
  };

  beforeEach(async () => {
    const api = await office.as(timo);
    const make = (name: string, body: object) => createRecord(api, "customer", { name, ...body });
    await make("zebra", { visitCity: "Österreich", status: "active", responsibleUserId: timo.id });
    await make("Ähre", { visitCity: "Paris", status: "former", responsibleUserId: jana.id });
    await make("Apfel", { status: "prospect" });
    await make("Zander", { visitCity: "Oslo", status: "active" });
  });

  it("is by title as German does, whatever the case", async () => {
    expect(await titles()).toEqual(["Ähre", "Apfel", "Zander", "zebra"]);
    expect(await titles([{ field: "name", descending: true }])).toEqual(["zebra", "Zander", "Apfel", "Ähre"]);
  });

  it("keeps the empty last in both directions", async () => {
    expect(await titles([{ field: "visitCity" }])).toEqual(["Zander", "zebra", "Ähre", "Apfel"]);
    expect(await titles([{ field: "visitCity", descending: true }])).toEqual(["Ähre", "zebra", "Zander", "Apfel"]);
  });

  it("follows the order in which choices are offered, and the names of people", async () => {
    expect(await titles([{ field: "status" }, { field: "name", descending: true }])).toEqual([
      "Apfel",
      "zebra",
      "Zander",
      "Ähre",
    ]);
    expect(await titles([{ field: "responsibleUserId" }])).toEqual(["Ähre", "zebra", "Apfel", "Zander"]);
  });

  it("is by time of creation when asked so", async () => {
    office.advance(1000);
    await createRecord(await office.as(timo), "customer", { name: "Mitte" });
    expect((await titles([{ field: "createdAt", descending: true }]))[0]).toBe("Mitte");
  });
});
