import { beforeEach, describe, expect, it } from "vitest";
import { declarations } from "../../../contract/records/declarations.ts";
import type { Field } from "../../../contract/records/fields.ts";
import { operatorsOf } from "../../../contract/records/filters.ts";
import { type RecordType, recordTypes } from "../../../contract/records/record-types.ts";
import type { RecordBody } from "../../../contract/records/rows.ts";
import { stores } from "../../../server/features/records.ts";
import type { Api } from "../../../server/features/router.ts";
import { dynamic } from "../../../server/records/conditions/dynamic.ts";
import type { Person } from "../../../server/trpc/context.ts";
import { openFileDesk } from "../../support/file-desk.ts";
import { type Office, openOffice } from "../../support/office.ts";
import { createRecord, leastBody } from "../../support/records/records.ts";
import { refusalOf } from "../../support/records/refusals.ts";
import { repetitions } from "../../support/repetitions.ts";

/** Of what is sent each field gets its third, the next field the next one; in the soak each gets everything. */
const share = repetitions(3, 1);

let office: Office;
let admin: Person;
let api: Api;

beforeEach(async () => {
  office = await openOffice();
  admin = await office.hire({ role: "admin" });
  api = await office.as(admin);
});

const fieldsOf = (type: RecordType) => Object.entries(declarations[type].fields) as [string, Field][];
const codes = ["BAD_REQUEST", "CONFLICT", "NOT_FOUND", "PRECONDITION_FAILED"];

/** How a call was refused, if it was: never as a bug, and always in a German sentence. */
async function refused(call: Promise<unknown>) {
  let isDone = false;
  const watched = call.then((answer) => {
    isDone = true;
    return answer;
  });
  const refusal = await refusalOf(watched).catch((error) => (isDone ? undefined : Promise.reject(error)));
  if (!refusal) return undefined;
  expect(codes, `${refusal.code} ${refusal.message}`).toContain(refusal.code);
  expect(refusal.message.length).toBeLessThan(2000);
  return refusal;
}

/** How many rows each table holds that a write of this type may add to. */
async function countAll(type: RecordType): Promise<Record<string, unknown>> {
  const others = ["changes", "searchDocuments", "recordTags", "websiteDomains", "domains"];
  const tables = new Set([stores[type].table, ...others]);
  return dynamic(office.services.db)
    .selectNoFrom((eb) =>
      [...tables].map((table) => eb.selectFrom(table).select(eb.fn.countAll<number>().as("n")).as(table)),
    )
    .executeTakeFirstOrThrow();
}

const texts = [
  "x".repeat(100_000),
  "a\0b",
  "\0",
  "\ud800",
  "a\udfffb",
  "\u202Egnp.exe",
  "\u200b",
  "\u2066x\u2069",
  "\u200f",
  "__proto__",
  "constructor",
  "NaN",
  "' or 1=1 --",
  "%",
  "[",
  "\ufeff",
  "\u2028",
  "a\r\nb",
  "=1+1",
  "1e309",
  "٣",
  "http://[::1",
  "javascript:alert(1)",
  "data:text/html,x",
  "https://a:b@c.example",
  "😀".repeat(40),
  "0000-00-00",
  "9999-12-31",
  "2026-02-30",
  "2026-13-01",
  "31.02.2026",
  "2201-01-01",
];
const others = [
  [],
  ["a"],
  [["a"]],
  [null],
  {},
  { id: "x" },
  [{ id: "x" }],
  [{ id: "x", role: "__proto__" }],
  new Map(),
  10n,
  JSON.parse('{"__proto__":{"x":1}}'),
  0,
  -1,
  1.5,
  Number.NaN,
  Number.POSITIVE_INFINITY,
  2 ** 53,
  -(2 ** 63),
  true,
  false,
  null,
  undefined,
  new Date(Number.NaN),
  new Date(),
  /x/,
  Array.from({ length: 10_000 }, () => "a"),
];

describe.each(recordTypes)("whatever is sent for a %s", (type) => {
  it("is kept as it can be read, or refused by name with nothing written", async () => {
    const { id } = await createRecord(api, type);
    const least = await leastBody(api, type);
    for (const [place, [name, { label }]] of fieldsOf(type).entries())
      for (const value of [...texts, ...others].filter((_, at) => (at + place) % share === 0)) {
        const body = { [name]: value } as RecordBody;
        const whole = { ...(await leastBody(api, type, least)), ...body };
        let before = await countAll(type);
        for (const call of [
          () => api[type].create({ body: whole }),
          () => api[type].update({ params: { id }, body }),
        ]) {
          const refusal = await refused(call());
          const after = await countAll(type);
          if (refusal) {
            expect(after).toEqual(before);
            expect(refusal.message).toContain(label);
          }
          before = after;
        }
      }
    const rows = [
      ...(await api[type].list({ limit: 100 })).data,
      ...(await api[type].list({ limit: 100, page: 2 })).data,
    ];
    for (const { title, values } of rows) {
      expect(title).toMatch(/[^\p{C}\p{Z}]/u);
      expect(title).not.toMatch(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/u);
      for (const value of Object.values(values))
        if (typeof value === "string") expect([value.includes("\0"), value.includes("\ufffd")]).toEqual([false, false]);
    }
    await api.change.list({ type, id });
  });

  it("is searched for without harm", async () => {
    const { id } = await createRecord(api, type);
    const searches = ["", "\0", "\ud800", '"', '" OR 1', "NEAR(a b)", "a*", "^a", "(", "{a b}: c", "%", "\\", "#", "."];
    searches.push(
      "https://[",
      "[::1]",
      "fe80::1%eth0",
      "00000",
      "a ".repeat(100),
      "ä-ö/ü_1:".repeat(25),
      "ﬀ",
      "\u202e",
    );
    for (const search of searches) {
      await api[type].list({ search });
      await api[type].options({ search });
      await api.search.find({ query: search });
    }
    expect((await api[type].list({})).data.map((row) => row.id)).toContain(id);
  });

  it("is filtered and sorted by nothing but its fields", async () => {
    await createRecord(api, type);
    const values = ["x", "me", "%", "[ä", "\0", "\ud800", "ä".repeat(300), "1e309", "2026-02-30", "-99999d", "+1d'"];
    for (const [name, field] of fieldsOf(type))
      for (const is of operatorsOf(field))
        for (const value of values) {
          const filter =
            is === "between"
              ? { from: value, to: value }
              : is === "contains" || is === "equals"
                ? { value }
                : is.endsWith("Of")
                  ? { values: [value] }
                  : {};
          await refused(api[type].list({ where: [{ field: name, is, ...filter } as never] }));
        }
    for (const field of ["__proto__", "constructor", "id", "archivedAt", "sortTitle", "name; drop", "record.id", ""]) {
      expect(await refused(api[type].list({ where: [{ field, is: "missing" }] }))).toMatchObject({
        code: "BAD_REQUEST",
      });
      if (field !== "") expect((await api[type].list({ fields: ["tags", field] })).data).not.toEqual([]);
      expect(await refused(api[type].list({ orderBy: [{ field }] }))).toMatchObject({ code: "BAD_REQUEST" });
      const body = JSON.parse(`{${JSON.stringify(field)}:1}`);
      expect(await refused(api[type].update({ params: { id: "x" }, body }))).toMatchObject({ code: "BAD_REQUEST" });
      const view = { type, name: "Meine", state: { columns: [field] } };
      expect(await refused(api.savedView.create({ body: view }))).toMatchObject({ code: "BAD_REQUEST" });
    }
  });

  it("refers only to active records of the right type", async () => {
    const { id } = await createRecord(api, type);
    for (const [name, field] of fieldsOf(type)) {
      const to =
        field.kind === "tags" ? "tag" : field.kind === "relation" || field.kind === "links" ? field.to : "user";
      if (to === "user" || field.readOnly) continue;
      const wrap = (other: string) => {
        if (field.kind === "links") return [{ id: other, role: Object.keys(field.roles)[0] as string }];
        return field.kind === "tags" ? [other] : other;
      };
      const other = await createRecord(api, to === "tag" ? "location" : "tag");
      const shelved = await createRecord(api, to);
      await api[to].archive({ id: shelved.id });
      for (const wrong of [other.id, shelved.id, "gibt-es-nicht"]) {
        const body = { [name]: wrap(wrong) } as RecordBody;
        const whole = { ...(await leastBody(api, type)), ...body };
        for (const call of [
          () => api[type].update({ params: { id }, body }),
          () => api[type].create({ body: whole }),
        ]) {
          const refusal = await refused(call());
          expect(Object.keys(refusal?.fields ?? {})).toContain(`body.${name}`);
        }
      }
    }
    expect((await api[type].get({ id })).version).toBe(1);
  });
});

describe("a list", () => {
  it("is not asked for more conditions than it can answer at once", async () => {
    const values = Array.from({ length: 200 }, (_, at) => `t${at}`);
    const filter = { field: "tags", is: "allOf" as const, values };
    for (const where of [
      Array.from({ length: 3 }, () => filter),
      Array.from({ length: 10_000 }, () => ({ field: "name", is: "missing" as const })),
    ]) {
      expect(await refused(api.website.list({ where }))).toMatchObject({ code: "BAD_REQUEST" });
      const body = { type: "website" as const, name: "Bombe", state: { where } };
      expect(await refused(api.savedView.create({ body }))).toMatchObject({ code: "BAD_REQUEST" });
    }
    expect((await api.website.list({ page: 1_000_000 })).data).toEqual([]);
    for (const page of [0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, 1_000_001])
      expect(await refused(api.website.list({ page }))).toMatchObject({ code: "BAD_REQUEST" });
  });

  it("adds up a fortune", async () => {
    const contract = await createRecord(api, "contract", { cycle: "monthly" });
    const item = { label: "Viel", contractId: contract.id, quantity: 1_000_000, unitPriceCents: 1e11, costCents: 1e11 };
    for (let at = 0; at < 100; at += 1) await api.contractItem.create({ body: item });
    expect((await api.contract.list({})).data).toHaveLength(1);
    expect((await api.customer.list({})).data).toHaveLength(1);
    expect((await api.dashboard.renewals()).days).toEqual([]);
  });
});

describe("what others need", () => {
  it.each([
    ["host", "provider", "providerId", "1 Hoster"],
    ["device", "deviceCategory", "categoryId", "1 Gerät"],
    ["device", "location", "locationId", "1 Gerät"],
    ["registrarAccount", "registrar", "registrarId", "1 "],
  ] as const)("stays: a %s keeps its %s", async (type, needed, field, who) => {
    const other = await createRecord(api, needed);
    const { id } = await createRecord(api, type, { [field]: other.id });
    await api[needed].archive({ id: other.id });
    const before = await countAll(needed);
    const refusal = await refused(api[needed].delete({ id: other.id, title: other.title }));
    expect(refusal).toMatchObject({ code: "PRECONDITION_FAILED", message: expect.stringContaining(who) });
    expect(await countAll(needed)).toEqual(before);
    expect((await api[type].get({ id })).values[field]).toMatchObject({ id: other.id });
    await api[type].update({ params: { id }, body: { notes: "bleibt" } as RecordBody });
  });
});

describe("the same again", () => {
  it("is no change, in whatever order tags and links come", async () => {
    const made = [await createRecord(api, "tag"), await createRecord(api, "tag")];
    const hosts = [await createRecord(api, "host"), await createRecord(api, "host")];
    const tags = made.map(({ id }) => id);
    const links = hosts.map(({ id }) => ({ id, role: "web" }));
    const { id } = await createRecord(api, "website", { tags, hosts: links });
    const body = { tags: tags.toReversed(), hosts: links.toReversed() };
    expect((await api.website.update({ params: { id }, body })).version).toBe(1);
    const { domains } = (await api.website.get({ id })).values;
    const [domain] = domains as { id: string }[];
    const twice = ["main", "alias"].map((role) => ({ id: domain?.id as string, role }));
    const refusal = await refused(api.website.update({ params: { id }, body: { domains: twice } }));
    expect(refusal?.fields).toHaveProperty(["body.domains"]);
  });
});

describe("a device", () => {
  it("goes to nobody who is gone, not round in a circle, and back on a day that exists", async () => {
    const [one, two, three] = [
      await createRecord(api, "device"),
      await createRecord(api, "device"),
      await createRecord(api, "device"),
    ];
    const give = (
      device: { id: string },
      to: { type: "device" | "customer" | "location" | "user"; id: string },
      more = {},
    ) => refused(api.device.checkOut({ deviceIds: [device.id], to, ...more }));
    for (const type of ["customer", "location", "device"] as const) {
      const gone = await createRecord(api, type);
      await api[type].archive({ id: gone.id });
      expect(await give(one, { type, id: gone.id })).toMatchObject({ code: "BAD_REQUEST" });
    }
    for (const expectedReturnAt of ["2026-99-99", "2027-02-30", "9999-12-31", "31.12.2026"])
      expect(await give(one, { type: "user", id: admin.id }, { expectedReturnAt })).toMatchObject({
        code: "BAD_REQUEST",
      });
    expect(await give(one, { type: "device", id: one.id })).toMatchObject({ code: "BAD_REQUEST" });
    expect(await give(one, { type: "device", id: two.id })).toBeUndefined();
    expect(await give(two, { type: "device", id: three.id })).toBeUndefined();
    expect(await give(three, { type: "device", id: one.id })).toMatchObject({ code: "BAD_REQUEST" });
    expect(await api.device.movements({ deviceId: three.id })).toEqual([]);
    expect(await refused(api.device.archive({ id: one.id }))).toMatchObject({ code: "PRECONDITION_FAILED" });
  });
});

describe("a call over HTTP", () => {
  it.each([
    ["", "Diese Anfrage lässt sich nicht lesen."],
    ["{", "Diese Anfrage lässt sich nicht lesen."],
    ["null", "Diese Anfrage lässt sich nicht lesen."],
    ['{"json":{"a":"x"},"meta":{"values":{"__proto__.x":["Date"]}}}', "Diese Anfrage lässt sich nicht lesen."],
    ['{"json":{"a":"x"},"meta":{"values":{"a":["regexp"]}}}', "Diese Anfrage lässt sich nicht lesen."],
    ['{"json":{"params":{"id":"x"},"body":{"constructor":1}}}', "Unbekannt: constructor."],
    ['{"json":{"params":{"id":"x"},"body":{"url":1}},"meta":{"values":{"body.url":["undefined"]}}}', undefined],
  ])("that nobody would make is refused in German: %s", async (body, sentence) => {
    const desk = await openFileDesk();
    const headers = { "content-type": "application/json" };
    const person = await desk.hire({ role: "admin" });
    const answer = await desk.get(person, "/api/trpc/website.update", { method: "POST", headers, body });
    await desk.close();
    const { error } = (await answer.json()) as { error: { json: { message: string } } };
    expect([answer.status, error.json.message]).toEqual(
      sentence ? [400, sentence] : [404, "Diesen Eintrag gibt es nicht."],
    );
  });
});
