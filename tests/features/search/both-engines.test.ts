import { beforeAll, describe, expect, it } from "vitest";
import type { Api } from "../../../server/features/router.ts";
import { chanceOf } from "../../support/chance.ts";
import { atFileEnd } from "../../support/file-end.ts";
import { openOffice } from "../../support/office.ts";
import { clonePostgres, startMigrated } from "../../support/postgres/databases.ts";
import { findPostgres } from "../../support/servers/postgres.ts";

const programs = findPostgres();
const reason = programs ? "" : " (skipped: Debian's postgresql is not installed)";
const seed = 20_261_127;

/** Names of every kind that a search has to tell apart, with much in common. */
function makeNames(count: number): string[] {
  const { below } = chanceOf(seed);
  const parts = [
    "Wein",
    "gut",
    "Amsel",
    "bäcker",
    "Müller",
    "Straße",
    "ö",
    "Österreich",
    "C02-XY",
    "4711",
    "é",
    "a",
    "&",
  ];
  const signs = ["", " ", "-", ". "];
  const part = () => parts[below(parts.length)] ?? "";
  const sign = () => signs[below(signs.length)] ?? "";
  return Array.from({ length: count }, (_, index) => {
    const pieces = Array.from({ length: 1 + below(4) }, () => part() + sign()).join("");
    return `${pieces}${index % 3 === 0 ? "" : index}`.trim() || `Kunde ${index}`;
  });
}

/** What somebody would type: pieces of the names, whole ones, several words, other spellings, and what is nowhere. */
function makeQueries(names: readonly string[], count: number): string[] {
  const { below } = chanceOf(seed + 1);
  const piece = () => {
    const name = names[below(names.length)] ?? "";
    const start = below(name.length);
    return name.slice(start, start + 1 + below(6));
  };
  const fixed = ["mueller", "strasse", "ae", "oesterreich", "c02xy", "nirgends", "'", '"', "a' | 'b", "%", "_", "\\"];
  const made = Array.from({ length: count }, () => (below(3) === 0 ? `${piece()} ${piece()}` : piece()));
  return [...fixed, ...made].filter((query) => query.trim() !== "");
}

describe.skipIf(!programs)(`the search on SQLite and on Postgres${reason}`, () => {
  const names = makeNames(160);
  let apis: Api[];
  beforeAll(async () => {
    const server = await startMigrated(programs ?? "");
    atFileEnd(server.stop);
    const offices = [await openOffice(), await openOffice({ db: await clonePostgres(server.folder) })];
    apis = await Promise.all(
      offices.map(async (office) => office.as(await office.hire({ role: "admin", email: "jana@agentur.example" }))),
    );
    for (const api of apis)
      for (const [index, name] of names.entries()) {
        const { id } = await api.customer.create({ body: { name, notes: names[(index * 7) % names.length] ?? "" } });
        if (index % 4 === 0)
          await api.website.create({ body: { url: `https://w${index}.example/${index}`, name, customerId: id } });
        if (index % 5 === 0) await api.customer.update({ params: { id }, body: { name: `${name} GmbH` }, version: 1 });
        if (index % 11 === 0) await api.customer.archive({ id });
      }
  });

  it(`finds the same in the same order (seed ${seed})`, async () => {
    const found = async (api: Api, query: string) =>
      (await api.search.find({ query })).hits.map(({ type, title, note }) => [type, title, note]);
    let hits = 0;
    for (const query of makeQueries(names, 150)) {
      const [sqlite, postgres] = await Promise.all(apis.map((api) => found(api, query)));
      expect(postgres, query).toEqual(sqlite);
      hits += sqlite?.length ?? 0;
    }
    expect(hits).toBeGreaterThan(300);
  });

  it("lists, counts and sorts the same", async () => {
    const listed = async (api: Api, search: string, order: { descending?: true }) => {
      const orderBy = [{ field: "name", ...order }];
      const { data, totalItems } = await api.customer.list({ page: 1, limit: 50, search, orderBy });
      return { totalItems, titles: data.map(({ title }) => title) };
    };
    for (const search of ["", ...makeQueries(names, 40)])
      for (const order of [{}, { descending: true as const }]) {
        const [sqlite, postgres] = await Promise.all(apis.map((api) => listed(api, search, order)));
        expect(postgres, search).toEqual(sqlite);
      }
  });
});
