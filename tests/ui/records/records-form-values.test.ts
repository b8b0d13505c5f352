import { describe, expect, test } from "vitest";
import { mergedBody, mergeRows } from "../../../app/records/form/conflicts/merge.ts";
import { formValueOf, inputOf, startValues } from "../../../app/records/form/form-value.ts";
import { dialogForm, formParts, namesOf, shortForm } from "../../../app/records/form/layout.ts";
import { declarationOf } from "../../../contract/records/declarations.ts";
import type { Field } from "../../../contract/records/fields.ts";
import type { RecordConflict } from "../../../contract/records/rows.ts";

const domain = declarationOf("domain");
const website = declarationOf("website");
const fieldOf = (type: Parameters<typeof declarationOf>[0], name: string) => declarationOf(type).fields[name] as Field;

describe("an amount", () => {
  const price = fieldOf("domain", "priceCents");
  test.each([
    ["1.234,50", 123450],
    ["1234,5", 123450],
    ["1234.50", 123450],
    ["1.234", 123400],
    ["99 €", 9900],
    ["0,07", 7],
  ])("%s is read as whole cents", (text, cents) => {
    expect(inputOf(price, text)).toBe(cents);
  });

  test.each(["viel", "1,234", "12,345,6"])("%s is none", (text) => {
    expect(inputOf(price, text)).toBeNaN();
  });

  test("is shown as people write it and read back the same", () => {
    expect(formValueOf(price, 123450)).toBe("1.234,50");
    expect(inputOf(price, formValueOf(price, 123450))).toBe(123450);
  });
});

describe("what a control holds", () => {
  test("is empty where nothing was entered", () => {
    expect(inputOf(fieldOf("domain", "noticeDays"), " ")).toBeNull();
    expect(inputOf(fieldOf("domain", "customerId"), null)).toBeNull();
    expect(inputOf(fieldOf("website", "url"), "")).toBeNull();
    expect(inputOf(fieldOf("domain", "nameservers"), "\n \n")).toEqual([]);
  });

  test("becomes the value of its kind", () => {
    expect(inputOf(fieldOf("domain", "noticeDays"), "30")).toBe(30);
    expect(inputOf(fieldOf("domain", "nameservers"), "ns1.example.com\n ns2.example.com ")).toEqual([
      "ns1.example.com",
      "ns2.example.com",
    ]);
    expect(inputOf(fieldOf("domain", "customerId"), { id: "k1", label: "Amsel" })).toBe("k1");
    expect(inputOf(fieldOf("website", "tags"), [{ id: "t1", name: "Relaunch", color: null }])).toEqual(["t1"]);
  });

  test("leaves out links that name nothing yet", () => {
    const links = [
      { id: "d1", label: "amsel.example", role: "main" },
      { id: "", label: "", role: "alias" },
    ];
    expect(inputOf(fieldOf("website", "domains"), links)).toEqual([{ id: "d1", role: "main" }]);
  });

  test("starts with what the declaration says, unless something else is given", () => {
    const values = startValues(domain.fields, ["purpose", "autoRenew", "name"], { name: "amsel.example" });
    expect(values).toEqual({ purpose: "website", autoRenew: true, name: "amsel.example" });
  });
});

describe("the parts of a form", () => {
  test("leave out what the person may not see and what nobody enters", () => {
    const all = namesOf(formParts(domain, "admin"));
    const some = namesOf(formParts(domain, "member"));
    expect(all).toContain("priceCents");
    expect(some).not.toContain("priceCents");
    expect(some).not.toContain("holderName");
    expect(all).not.toContain("cancelBy");
  });

  test("divide a new record into what is needed and everything else, each field once", () => {
    const parts = formParts(website, "admin");
    const { first, more } = shortForm(website, parts);
    expect(first).toContain("url");
    expect(first).not.toContain("imprintUrl");
    expect([...first, ...namesOf(more)].sort()).toEqual(namesOf(parts).sort());
  });

  test("ask in place only for what has no start of its own", () => {
    const { first, more } = dialogForm(website, formParts(website, "member"), true);
    expect(first).toEqual(["url", "name"]);
    expect(namesOf(more)).toContain("customerId");
  });
});

describe("two edits of one record", () => {
  const conflict: RecordConflict = {
    version: 3,
    by: { id: "u2", label: "Timo" },
    at: new Date(),
    fields: [
      { field: "cms", before: "TYPO3", theirs: "WordPress" },
      { field: "customerId", before: null, theirs: { id: "k1", label: "Amsel" } },
      { field: "tags", before: [], theirs: [{ id: "t1", label: "Relaunch" }] },
    ],
  };
  const initial = { cms: "TYPO3", customerId: null, tags: [], phpVersion: "8.2", url: "https://amsel.example" };
  const values = { ...initial, cms: "Contao", phpVersion: "8.4" };
  const edits = { declaration: website, conflict, initial, values, edited: ["cms", "phpVersion"] };
  const rows = mergeRows(edits);
  const row = (name: string) => rows.find((each) => each.name === name);

  test("are laid side by side for every field that one of them touched", () => {
    expect(rows.map(({ name }) => name).sort()).toEqual(["cms", "customerId", "phpVersion", "tags"]);
    expect(row("cms")).toMatchObject({ before: "TYPO3", theirs: "WordPress", mine: "Contao", isOverlap: true });
    expect(row("customerId")).toMatchObject({ proposal: "theirs", isOverlap: false, mine: null });
    expect(row("phpVersion")).toMatchObject({ proposal: "mine", isOverlap: false });
    expect(row("tags")?.theirs).toEqual([{ id: "t1", name: "Relaunch", color: null }]);
  });

  test("come to what was edited here, and leave alone what the other saved", () => {
    expect(mergedBody(rows, {})).toEqual({ cms: "Contao", phpVersion: "8.4" });
  });

  test("come to what the person chose", () => {
    expect(mergedBody(rows, { cms: "theirs", customerId: "mine" })).toEqual({ customerId: null, phpVersion: "8.4" });
  });

  test("do not overlap where both came to the same", () => {
    const same = mergeRows({ ...edits, values: { ...values, cms: "WordPress" } });
    expect(same.filter(({ isOverlap }) => isOverlap)).toEqual([]);
    expect(mergedBody(same, {})).toEqual({ phpVersion: "8.4" });
  });
});
