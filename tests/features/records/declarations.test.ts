import { describe, expect, it } from "vitest";
import { declarations } from "../../../contract/records/declarations.ts";
import type { Field } from "../../../contract/records/fields.ts";
import { operatorsOf } from "../../../contract/records/filters.ts";
import { recordTypes } from "../../../contract/records/record-types.ts";
import { aliasesOf } from "../../../server/features/imports/columns/aliases.ts";
import { stores } from "../../../server/features/records.ts";
import { dynamic } from "../../../server/records/conditions/dynamic.ts";
import { columnOf } from "../../../server/records/conditions/field-sql.ts";
import { openTestDatabase } from "../../support/database.ts";

const all = recordTypes.map((type) => ({ name: type, declaration: declarations[type] }));
const toSnake = (name: string) => name.replace(/[A-Z]/g, (sign) => `_${sign.toLowerCase()}`);

function fieldsOf(name: keyof typeof declarations): [string, Field][] {
  return Object.entries(declarations[name].fields);
}

/** Headings are compared without case, signs and spaces. */
const folded = (heading: string) => heading.toLowerCase().replace(/[^\p{Letter}\p{Number}]/gu, "");

function doubles(values: readonly string[]): string[] {
  return values.filter((value, index) => values.indexOf(value) !== index);
}

const isEditable = (field: Field) => field.kind !== "machine" && !field.readOnly;
const hasColumn = (field: Field) => !["machine", "tags", "links"].includes(field.kind) && !field.derived;

describe.each(all)("the declaration of $name", ({ name, declaration }) => {
  it("stands under its own type", () => {
    expect(declaration.type).toBe(name);
    const { labels } = declaration;
    expect(Object.values(labels).filter((label) => label.trim() === "")).toEqual([]);
  });

  it("names only fields that it has", () => {
    const { titleField, noteField, list, naturalKeys, searchable, searchableRestricted = [], sections } = declaration;
    const orders = [list.orderBy, ...list.views.map(({ orderBy = [] }) => orderBy)].flat();
    const named = [
      titleField,
      ...(noteField ? [noteField] : []),
      ...list.columns,
      ...naturalKeys,
      ...searchable,
      ...searchableRestricted,
      ...sections.flatMap(({ fields }) => fields),
      ...orders.map(({ field }) => field),
      ...Object.values(declaration.fields).flatMap(({ shownWhen }) => shownWhen?.field ?? []),
      ...list.views.flatMap(({ where = [] }) => where.map(({ field }) => field)),
    ];
    expect(named.filter((field) => !(field in declaration.fields))).toEqual([]);
  });

  it("shows its title among the first columns", () => {
    expect(declaration.list.columns.slice(0, 2)).toContain(declaration.titleField);
  });

  it("offers every field that a person fills in exactly one section", () => {
    const inSections = declaration.sections.flatMap(({ fields }) => fields);
    const editable = fieldsOf(name).flatMap(([field, kind]) => (isEditable(kind) ? [field] : []));
    expect([...inSections].sort()).toEqual(editable.sort());
  });

  it("names no section as one of several fields in it", () => {
    const doubled = declaration.sections.filter(
      ({ title, fields }) =>
        fields.length > 1 &&
        fields.some((field) => declaration.fields[field as keyof typeof declaration.fields]?.label === title),
    );
    expect(doubled).toEqual([]);
  });

  it("keeps what not everybody may see out of search, rows and default columns", () => {
    const { searchable, searchableRestricted = [], noteField, list, titleField, fields } = declaration;
    const open = [...searchable, titleField, ...(noteField ? [noteField] : []), ...list.orderBy.map((o) => o.field)];
    expect(open.filter((field) => fields[field]?.ability)).toEqual([]);
    expect(searchableRestricted.filter((field) => !fields[field]?.ability)).toEqual([]);
  });

  it("searches text that it stores", () => {
    const { searchable, searchableRestricted = [], fields } = declaration;
    const isText = (field: Field | undefined) => field && ["text", "texts", "markdown"].includes(field.kind);
    expect([...searchable, ...searchableRestricted].filter((field) => !isText(fields[field]))).toEqual([]);
  });

  it("gives every field a label and a heading of its own", () => {
    expect(doubles(fieldsOf(name).map(([, { label }]) => label))).toEqual([]);
    expect(doubles(fieldsOf(name).map(([, { heading, label }]) => heading ?? label))).toEqual([]);
  });

  it("knows every heading of import files for one field only", () => {
    const headings = fieldsOf(name).flatMap(([field, { label, heading }]) => [
      ...new Set([label, heading ?? label, ...aliasesOf(name, field)].map(folded)),
    ]);
    expect(doubles(headings)).toEqual([]);
  });

  it("asks its views only what their fields can answer", () => {
    const wrong = declaration.list.views.flatMap(({ key, where = [] }) =>
      where
        .filter((filter) => {
          const field = declaration.fields[filter.field] as Field;
          if (!operatorsOf(field).includes(filter.is)) return true;
          return (
            field.kind === "choice" && "values" in filter && filter.values.some((value) => !(value in field.options))
          );
        })
        .map((filter) => `${key}: ${filter.field}`),
    );
    expect(wrong).toEqual([]);
    expect(doubles(declaration.list.views.map(({ key }) => key))).toEqual([]);
  });

  it("marks what is derived as read only", () => {
    expect(fieldsOf(name).filter(([, field]) => field.derived && !field.readOnly)).toEqual([]);
  });

  it("leaves room for names in its default columns at 1,440 px", () => {
    const others = declaration.list.columns.filter((column) => column !== declaration.titleField);
    const widths = others.map((column) => declaration.fields[column]?.width ?? Number.NaN);
    const used = widths.reduce((sum, width) => sum + width, 0);
    expect(1296 - 40 - used).toBeGreaterThanOrEqual(220);
  });

  it("has a column for everything that it stores", async () => {
    const tables = await (await openTestDatabase()).introspection.getTables();
    const own = toSnake(declaration.plural.replaceAll("-", "_"));
    const table = tables.find((found) => toSnake(found.name) === own);
    // What a column is generated from is stored; SQLite does not name these.
    const columns =
      table?.columns.map((column) => toSnake(column.name)).filter((column) => !/_rank$/.test(column)) ?? [];
    const stored = fieldsOf(name).flatMap(([field, kind]) => (hasColumn(kind) ? [toSnake(field)] : []));
    const further = (stores[name].further?.columns ?? []).map(toSnake);
    const engine = ["archived_at", "created_at", "created_by_id", "id", "sort_title", "title", "updated_at"];
    const wanted = new Set([...stored, ...further, ...engine, "updated_by_id", "version"]);
    expect(columns.sort()).toEqual([...wanted].sort());
  });

  it("is answered by its store", async () => {
    const store = stores[name];
    const derived = fieldsOf(name).flatMap(([field, kind]) => (kind.derived ? [field] : []));
    expect(Object.keys(store.derived ?? {}).sort()).toEqual(derived.sort());
    const linked = fieldsOf(name).flatMap(([field, { kind }]) => (kind === "links" ? [field] : []));
    expect(Object.keys(store.links ?? {}).sort()).toEqual(linked.sort());
    const columns = derived.map((field) => columnOf(store, { now: () => new Date() }, field).as(field));
    const query = dynamic(await openTestDatabase()).selectFrom(`${store.table} as record`);
    await expect(query.select([...columns, "record.id"]).execute()).resolves.toEqual(expect.any(Array));
  });
});

describe("the headings of files that people have", () => {
  const files: { file: string; type: keyof typeof declarations; headings: Record<string, string> }[] = [
    {
      file: "a Snipe-IT export of assets",
      type: "device",
      headings: {
        "Asset Tag": "assetTag",
        "Asset Name": "name",
        Serial: "serial",
        Model: "model",
        "Model No.": "modelNo",
        Manufacturer: "manufacturer",
        Category: "categoryId",
        Status: "status",
        "Checked Out To": "assignedTo",
        "Checkout Date": "assignedAt",
        "Expected Checkin Date": "expectedReturnAt",
        Location: "locationId",
        "Purchase Date": "purchasedAt",
        "Purchase Cost": "priceCents",
        "Current Value": "bookValueCents",
        "Order Number": "orderNo",
        Supplier: "supplier",
        Warranty: "warrantyMonths",
        "Warranty Expires": "warrantyUntil",
        "Last Audit": "lastAuditAt",
        "Next Audit Date": "nextAuditAt",
        Notes: "notes",
      },
    },
    {
      file: "a DomainMOD export of domains",
      type: "domain",
      headings: {
        Domain: "name",
        "Expiry Date": "renewsAt",
        "Renewal Fee": "costCents",
        TLD: "tld",
        Function: "purpose",
        "Renewal Status": "autoRenew",
        "Registrar Account": "registrarAccountId",
        "DNS Profile": "dnsProviderId",
        "Category Stakeholder": "customerId",
        Owner: "holderName",
        Notes: "notes",
      },
    },
    {
      file: "a list of sites from MainWP",
      type: "website",
      headings: { "Site Name": "name", Url: "url", Tag: "tags", "Client Name": "customerId" },
    },
    {
      file: "a list of customers in German",
      type: "customer",
      headings: {
        Firma: "name",
        "Kundennr.": "number",
        Straße: "billingStreet",
        PLZ: "billingZip",
        Ort: "billingCity",
        Land: "billingCountry",
        Telefon: "phone",
        "E-Mail": "email",
        "USt-ID": "vatId",
        Webseite: "website",
        Bemerkung: "notes",
      },
    },
  ];

  it.each(files)("are known for $file", ({ type, headings }) => {
    const found = Object.keys(headings).map((heading) => {
      const match = fieldsOf(type).find(([field, { label, heading: short = label }]) =>
        [label, short, ...aliasesOf(type, field)].map(folded).includes(folded(heading)),
      );
      return [heading, match?.[0]];
    });
    expect(Object.fromEntries(found)).toEqual(headings);
  });
});
