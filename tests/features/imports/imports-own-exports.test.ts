import { buffer } from "node:stream/consumers";
import { beforeAll, describe, expect, it } from "vitest";
import { importTypes } from "../../../contract/imports/imports.ts";
import { declarationOf } from "../../../contract/records/declarations.ts";
import type { Filter } from "../../../contract/records/filters.ts";
import { type RecordType, recordTypes } from "../../../contract/records/record-types.ts";
import { stores } from "../../../server/features/records.ts";
import { writeCsv } from "../../../server/records/export/csv.ts";
import { openExport } from "../../../server/records/export/open-export.ts";
import { writeXlsx } from "../../../server/records/export/xlsx.ts";
import { openChance } from "../../../server/sample/chance.ts";
import type { Person, PersonContext } from "../../../server/trpc/context.ts";
import { checkFile, importAll, openDraft } from "../../support/import-desk.ts";
import { type Office, openOffice } from "../../support/office.ts";
import { createByChance, type Known } from "../../support/records/chance-records.ts";
import { createRecord } from "../../support/records/records.ts";

let office: Office;
let timo: Person;

type Format = "csv" | "csv with points" | "xlsx";

interface Asked {
  columns?: readonly string[];
  where?: Filter[];
  archived?: boolean;
}

/** An export as the list gives it: every column, unless asked for some. */
async function exportOf<Type extends RecordType>(
  type: Type,
  format: Format,
  { columns, where = [], archived = false }: Asked = {},
) {
  const ctx = (await office.contextOf(timo)) as PersonContext;
  const exported = await openExport(stores[type], ctx, {
    scope: { where, archived },
    orderBy: [],
    columns: columns ?? Object.keys(declarationOf(type).fields),
  });
  const content =
    format === "xlsx"
      ? writeXlsx(exported, office.services.now())
      : writeCsv(exported, { decimal: format === "csv" ? "comma" : "point" });
  return {
    total: exported.total,
    file: { type, filename: `liste.${format.slice(0, 4).trim()}`, bytes: await buffer(content) },
  };
}

/** Every row of every table of records, with history. */
async function everything(): Promise<Record<string, unknown>> {
  const tables = ["changes", "recordTags", "websiteDomains", "websiteHosts", "deviceMovements"] as const;
  const rows: Record<string, unknown> = {};
  for (const table of [...tables, ...recordTypes.map((type) => stores[type].table)]) {
    const all = await office.services.db
      .selectFrom(table as "changes")
      .selectAll()
      .execute();
    rows[table] = table === "changes" ? all.filter(({ subjectType }) => subjectType !== "import") : all;
  }
  return rows;
}

const nothing = { created: 0, updated: 0, failed: 0 };

beforeAll(async () => {
  office = await openOffice();
  timo = await office.hire({ name: "Timo Brandt", role: "admin" });
  const twins = [await office.hire({ name: "Anna Reuter" }), await office.hire({ name: "Anna Reuter" })];
  const api = await office.as(timo);
  const chance = openChance(7);
  const known: Known = { user: [timo.id, ...twins.map(({ id }) => id)] };
  const order: RecordType[] = [
    "tag",
    "provider",
    "registrar",
    "registrarAccount",
    "location",
    "deviceCategory",
  ] as never;
  for (const type of [...order, ...importTypes.filter((one) => !order.includes(one))]) {
    const ids: string[] = [];
    for (let at = 0; at < 12; at += 1) ids.push(await createByChance(api, chance, type, known));
    known[type] = ids;
  }
  // What is named by others goes into the archive, too.
  for (const type of importTypes) {
    const { data } = await api[type].list({ limit: 100 });
    for (const { id } of data.filter((_, at) => at % 4 === 3)) await api[type].archive({ id }).catch(() => undefined);
  }
  const holder = await createRecord(api, "device");
  for (const to of [{ type: "user", id: twins[0]?.id ?? "" } as const, { type: "device", id: holder.id } as const]) {
    const { id } = await createRecord(api, "device");
    await api.device.checkOut({ deviceIds: [id], to, expectedReturnAt: "2027-01-31" });
  }
});

describe("the labels of a type", () => {
  it.each(importTypes)("of %s name one field each", (type) => {
    const labels = Object.values(declarationOf(type).fields).map(({ label }) => label);
    expect(labels.filter((label, at) => labels.indexOf(label) !== at)).toEqual([]);
  });
});

/** What a dry run finds to do. */
async function plannedFor(file: Parameters<typeof checkFile>[2]) {
  const { api, id, checked } = await checkFile(office, timo, file);
  const results = ["created", "updated", "failed"] as const;
  const { data } = await api.import.rows({ id, results: [...results] });
  const rows = data.map(({ number, problems, changes }) => ({ number, problems, changes }));
  return { state: checked.state, counts: checked.counts, rows };
}

describe.each(importTypes)("an own export of the type %s that is imported as proposed changes nothing", (type) => {
  it("with every column, as CSV", async () => {
    const before = await everything();
    const { total, file } = await exportOf(type, "csv");
    expect(total).toBeGreaterThan(5);
    const { view } = await importAll(office, timo, file);
    expect(view.counts).toMatchObject({ ...nothing, unchanged: total });
    expect(await everything()).toEqual(before);
  });

  it("with every column, as XLSX", async () => {
    const { total, file } = await exportOf(type, "xlsx");
    expect(await plannedFor(file)).toMatchObject({ rows: [], counts: { unchanged: total } });
  });

  it("with the columns of its list, and with others that do not name its records", async () => {
    const { fields, list, titleField } = declarationOf(type);
    const others = Object.keys(fields).filter((name) => name !== titleField);
    const shown = await plannedFor((await exportOf(type, "csv", { columns: list.columns })).file);
    expect(shown).toMatchObject({ state: "checked", counts: { created: 0, updated: 0 } });
    const nameless = await plannedFor((await exportOf(type, "csv with points", { columns: others })).file);
    expect(nameless).toMatchObject({ state: "checked", counts: { created: 0, updated: 0 } });
  });

  it("out of the archive", async () => {
    const { total, file } = await exportOf(type, "xlsx", { archived: true });
    if (total > 0) expect(await plannedFor(file)).toMatchObject({ rows: [], counts: { skipped: total } });
  });
});

it("a filtered export changes nothing, and one edited cell changes its value alone", async () => {
  const api = await office.as(timo);
  const { id } = await createRecord(api, "customer", { name: "Nur dieser", phone: "+4930123456", status: "dormant" });
  const where: Filter[] = [{ field: "name", is: "equals", value: "Nur dieser" }];
  const { total, file } = await exportOf("customer", "csv", { where });
  expect(total).toBe(1);
  const before = await everything();
  expect((await importAll(office, timo, file)).view.counts).toMatchObject({ ...nothing, unchanged: 1 });
  expect(await everything()).toEqual(before);
  const edited = { ...file, bytes: file.bytes.toString().replace("Ruhend", "Aktiv") };
  const { view, id: importId } = await importAll(office, timo, edited);
  expect(view.counts).toMatchObject({ updated: 1 });
  const [row] = (await api.import.rows({ id: importId })).data;
  expect(row).toMatchObject({ recordId: id, problems: [] });
  expect((await api.customer.get({ id })).values).toMatchObject({ status: "active", phone: "+4930123456" });
});

it("derived, counted and machine columns are never proposed, in whatever spelling", async () => {
  const { draft } = await openDraft(office, timo, {
    type: "customer",
    bytes: "Firma / Name;Websites;HOSTER;Anzahl Websites;Nächste Frist;Ampel\nBöhm;3;1;3;2026-12-01;grün\n",
  });
  expect(draft.settings.columns).toEqual(["name", null, null, null, null, null]);
});
