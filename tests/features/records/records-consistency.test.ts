import { sql } from "kysely";
import { beforeEach, describe, expect, it } from "vitest";
import { mainTypes, recordTypes } from "../../../contract/records/record-types.ts";
import type { RecordBody } from "../../../contract/records/rows.ts";
import { isPostgres } from "../../../server/db/postgres/is-postgres.ts";
import { stores } from "../../../server/features/records.ts";
import type { Api } from "../../../server/features/router.ts";
import { dynamic } from "../../../server/records/conditions/dynamic.ts";
import { rebuildSearch } from "../../../server/search/rebuild.ts";
import { type Office, openOffice } from "../../support/office.ts";
import { createRecord, leastBody } from "../../support/records/records.ts";
import { refusalOf } from "../../support/records/refusals.ts";

let office: Office;
let api: Api;

beforeEach(async () => {
  office = await openOffice();
  api = await office.as(await office.hire({ role: "admin" }));
});

/** The same numbers for the same seed (mulberry32). */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const steps = 500;
const expectedRefusals = ["BAD_REQUEST", "CONFLICT", "NOT_FOUND", "PRECONDITION_FAILED"];
const words = ["Amsel", "Drossel", "Müller", "Weingut", "Straße 12", "Ääkkönen", "xn--", "O'Hara", "100 %", "ﬁn"];

describe.each([1, 2, 3])("500 random operations from seed %i", (seed) => {
  it("leave records, history and what is found by search in line", async () => {
    const random = randomOf(seed);
    const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item;
    const tags = [await createRecord(api, "tag"), await createRecord(api, "tag")];
    const customers = [await createRecord(api, "customer"), await createRecord(api, "customer")];
    const known = new Map(recordTypes.map((type) => [type, [] as string[]]));
    known.set(
      "customer",
      customers.map(({ id }) => id),
    );

    for (let step = 0; step < steps; step += 1) {
      const type = pick([...mainTypes, "contact", "contract", "provider", "location"] as const);
      const ids = known.get(type) ?? [];
      const id = pick(ids) ?? "none";
      const change = async (): Promise<RecordBody> => {
        const least = await leastBody(api, type);
        const name = `${pick(words)} ${pick(words)} ${step}`;
        const fields = stores[type].declaration.fields;
        const body: RecordBody = { ...least };
        if ("name" in fields && type !== "domain") body.name = name;
        if ("customerId" in fields && type !== "contact") body.customerId = pick(customers).id;
        if ("tags" in fields) body.tags = tags.filter(() => random() < 0.5).map((tag) => tag.id);
        return body;
      };
      const operations: (() => Promise<unknown>)[] = [
        async () => ids.push((await api[type].create({ body: await change() })).id),
        async () => api[type].update({ params: { id }, body: await change() }),
        async () => api[type].update({ params: { id }, body: await change(), version: 1 }),
        () => api[type].archive({ id }),
        () => api[type].restore({ id }),
        async () => api[type].delete({ id, title: (await api[type].get({ id })).title }),
        () => api[type].archiveMany({ selection: { ids: [id, "none"] } }),
        () => api[type].restoreMany({ selection: { scope: { archived: true } } }),
        () => api[type].tagMany({ selection: { scope: { search: pick(words) } }, add: [pick(tags).id], remove: [] }),
        () => api.customer.update({ params: { id: pick(customers).id }, body: { name: `${pick(words)} ${step}` } }),
        async () => {
          const domain = pick(known.get("domain") ?? []) ?? "none";
          const website = pick(known.get("website") ?? []) ?? "none";
          await api.website.update({ params: { id: website }, body: { domains: [{ id: domain, role: "alias" }] } });
        },
      ];
      const refused = await pick([...operations, ...operations.slice(0, 2)])().then(
        () => undefined,
        (error) => refusalOf(Promise.reject(error)),
      );
      if (refused) expect(expectedRefusals).toContain(refused.code);
    }

    const documents = () =>
      sql`select record_type, record_id, parent_id, archived, title, body, context, restricted from search_documents
        order by record_id`
        .execute(office.services.db)
        .then(({ rows }) => rows);
    const found = async () => {
      const answers = [];
      for (const word of words)
        for (const type of mainTypes)
          for (const archived of [true, false])
            answers.push((await api[type].list({ search: word, archived, limit: 100 })).data.map((row) => row.id));
      return answers;
    };
    const [kept, before] = [await documents(), await found()];
    await rebuildSearch(office.services);
    expect(await documents()).toEqual(kept);
    expect(await found()).toEqual(before);

    const { db: plain } = office.services;
    const db = dynamic(plain);
    let total = 0;
    for (const type of recordTypes) {
      const rows = await db.selectFrom(stores[type].table).select(["id", "version", "archivedAt"]).execute();
      total += rows.length;
      expect((await api[type].list({})).totalItems).toBe(rows.filter((row) => row.archivedAt === null).length);
      for (const { id, version } of rows) {
        const changes = await db
          .selectFrom("changes")
          .select("version")
          .where("subjectType", "=", type)
          .where("subjectId", "=", id)
          .where("version", "is not", null)
          .orderBy("version")
          .execute();
        const seeded = changes.length === 0 && version === 1;
        if (!seeded)
          expect(changes.map((row) => row.version)).toEqual(Array.from({ length: Number(version) }, (_, at) => at + 1));
      }
    }
    expect(kept).toHaveLength(total);
    // Postgres keeps no row whose keys lead to nothing.
    if (!isPostgres(plain)) expect((await sql`pragma foreign_key_check`.execute(plain)).rows).toEqual([]);
    const orphans = await sql`select * from record_tags where tag_id not in (select id from tags)`.execute(
      office.services.db,
    );
    expect(orphans.rows).toEqual([]);
  });
});

describe("two at once", () => {
  const settle = async (calls: Promise<unknown>[]) => {
    const settled = await Promise.allSettled(calls);
    const failed = settled.flatMap((each) => (each.status === "rejected" ? [each.reason] : []));
    const refusals = await Promise.all(failed.map((reason) => refusalOf(Promise.reject(reason))));
    return { won: settled.length - failed.length, refusals };
  };

  it("cannot take one address, domain or number", async () => {
    const [website, domain, host, customer, device] = await Promise.all(mainTypes.map((type) => leastBody(api, type)));
    for (const [type, body] of [
      ["website", website],
      ["domain", domain],
      ["host", { ...host, hostname: "web1.muster.example" }],
      ["customer", { ...customer, number: "K-77777" }],
      ["device", { ...device, assetTag: "MT-77777" }],
    ] as const) {
      const { won, refusals } = await settle(
        Array.from({ length: 8 }, () => api[type].create({ body: body as RecordBody })),
      );
      expect([type, won]).toEqual([type, 1]);
      for (const refusal of refusals) expect(refusal).toMatchObject({ code: "CONFLICT", existing: { type } });
    }
  });

  it("get numbers of their own, without gaps for what is refused", async () => {
    await api.customer.create({ body: { name: "Frei", number: "K-00003" } });
    const made = Array.from({ length: 30 }, (_, at) =>
      api.customer.create({ body: at % 3 === 0 ? { name: "" } : { name: `Kunde ${at}` } }),
    );
    expect((await settle(made)).won).toBe(20);
    const { data } = await api.customer.list({ limit: 100, orderBy: [{ field: "number" }] });
    const numbers = Array.from({ length: 21 }, (_, at) => `K-${String(at + 1).padStart(5, "0")}`);
    expect(data.map(({ values }) => values.number)).toEqual(numbers);
  });

  it("with the same version: one wins, the others learn of it", async () => {
    const { id } = await createRecord(api, "website");
    const calls = Array.from({ length: 8 }, (_, at) =>
      api.website.update({ params: { id }, body: { name: `Stand ${at}` }, version: 1 }),
    );
    const { won, refusals } = await settle(calls);
    expect(won).toBe(1);
    const { title, version } = await api.website.get({ id });
    expect(version).toBe(2);
    for (const { code, conflict } of refusals)
      expect([code, conflict?.fields.find(({ field }) => field === "name")?.theirs]).toEqual(["CONFLICT", title]);
  });

  it("change and archive, archive twice, delete and attach, delete twice", async () => {
    const { id, title } = await createRecord(api, "website");
    const both = await settle([
      api.website.update({ params: { id }, body: { name: title }, version: 1 }),
      api.website.archive({ id, version: 1 }),
      api.website.archive({ id }),
      api.website.archiveMany({ selection: { ids: [id] } }),
    ]);
    for (const { code } of both.refusals) expect(["CONFLICT", "PRECONDITION_FAILED"]).toContain(code);
    const gone = await settle([
      api.website.delete({ id, title }),
      api.website.delete({ id, title }),
      api.attachment.attach({ type: "website", id, key: "none" }),
      api.website.restore({ id }),
    ]);
    expect(gone.won).toBe(1);
    // Whoever came first has won: deleted, or restored before that.
    const { rows } = await sql`select record_id from search_documents where record_id = ${id}
      except select id from websites`.execute(office.services.db);
    expect(rows).toEqual([]);
  });

  it("tells what stood there before, also when that was nothing", async () => {
    const { id } = await createRecord(api, "website");
    await api.website.update({ params: { id }, body: { cms: "WordPress" } });
    await api.website.update({ params: { id }, body: { cms: "TYPO3" } });
    const late = api.website.update({ params: { id }, body: { cms: "Drupal" }, version: 1 });
    const { conflict } = await refusalOf(late);
    expect(conflict?.fields).toEqual([{ field: "cms", before: null, theirs: "TYPO3" }]);
  });
});
