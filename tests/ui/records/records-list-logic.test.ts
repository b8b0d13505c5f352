import { describe, expect, it } from "vitest";
import { moved } from "../../../app/lib/form/moved.ts";
import {
  countSelected,
  everythingSelected,
  isSelected,
  nothingSelected,
  pageState,
  rangeOf,
  withSelected,
} from "../../../app/records/list/bulk/selection.ts";
import { exportUrl } from "../../../app/records/list/export-url.ts";
import { filterText } from "../../../app/records/list/filters/filter-labels.ts";
import { columnsOf, sheetWidth, shownColumns, tableWidth } from "../../../app/records/list/table/columns.ts";
import { toggleSort } from "../../../app/records/list/table/toggle-sort.ts";
import { customers } from "../../../contract/customers/customers.ts";
import { devices } from "../../../contract/devices/devices.ts";
import { domains } from "../../../contract/domains/domains.ts";
import { hosts } from "../../../contract/hosts/hosts.ts";
import type { Declaration } from "../../../contract/records/declaration.ts";
import type { Field } from "../../../contract/records/fields.ts";
import type { Filter } from "../../../contract/records/filters.ts";
import { plainState } from "../../../contract/records/list-state.ts";
import { websites } from "../../../contract/websites/websites.ts";
import { toCell } from "../../../server/records/export/cells.ts";

const pageIds = ["a", "b", "c", "d"];

describe("the selection", () => {
  it("takes a range in either direction, and one row where the first is not on the page", () => {
    expect(rangeOf(pageIds, "b", "d")).toEqual(["b", "c", "d"]);
    expect(rangeOf(pageIds, "d", "b")).toEqual(["b", "c", "d"]);
    expect(rangeOf(pageIds, "gone", "b")).toEqual(["b"]);
    expect(rangeOf(pageIds, undefined, "b")).toEqual(["b"]);
  });

  it("knows whether the page is selected", () => {
    const some = withSelected(nothingSelected, ["a", "elsewhere"], true, pageIds);
    expect(pageState(some, pageIds)).toBe("some");
    expect(countSelected(some, 99)).toBe(2);
    expect(pageState(withSelected(some, pageIds, true, pageIds), pageIds)).toBe("all");
    expect(pageState(nothingSelected, [])).toBe("none");
  });

  it("means every hit, until one is taken out", () => {
    expect(isSelected(everythingSelected, "on another page")).toBe(true);
    expect(countSelected(everythingSelected, 99)).toBe(99);
    const without = withSelected(everythingSelected, ["b"], false, pageIds);
    expect(without).toEqual({ kind: "some", ids: new Set(["a", "c", "d"]) });
  });
});

describe("the columns", () => {
  const lists: Declaration[] = [websites, domains, hosts, customers, devices];

  it.each(lists)("of $plural that are shown from the start fit beside each other on a full sheet", (declaration) => {
    expect(shownColumns(declaration, {})).toEqual(declaration.list.columns);
    expect(tableWidth(columnsOf(declaration, {}))).toBeLessThanOrEqual(sheetWidth);
  });

  it.each([
    [websites, "Baustoffhandel Steinbrück – Onlineshop", 6.6],
    [domains, "freiwillige-feuerwehr-oberholm-info.example", 6.65],
  ] as const)("of $plural leave the name room to be read to its end", (declaration, name, letter) => {
    const others = columnsOf(declaration, {}).filter(({ isTitle }) => !isTitle);
    const room = sheetWidth - others.reduce((sum, { width }) => sum + width, 36);
    // The tile with its gap stands before the name, and a gap behind it.
    expect(room - 30 - 12).toBeGreaterThanOrEqual(name.length * letter);
  });

  it.each(lists)("of $plural leave in narrow windows, the last first, and the name never", (declaration) => {
    const columns = columnsOf(declaration, {});
    const order = ["", "max-[1439px]:hidden", "max-xl:hidden", "max-lg:hidden"];
    const ranks = columns.filter(({ isTitle }) => !isTitle).map(({ dropClass }) => order.indexOf(dropClass));
    expect(columns.find(({ isTitle }) => isTitle)?.dropClass).toBe("");
    const kept = ranks.filter((rank) => rank === 0).length;
    expect(ranks.slice(0, kept).every((rank) => rank === 0)).toBe(true);
    expect(ranks.slice(kept)).toEqual([...ranks.slice(kept)].sort((one, other) => other - one));
  });

  it("stay whatever the window where a person chose them", () => {
    const columns = columnsOf(websites, {
      columns: ["name", "url", "kind", "lifecycle", "cms", "phpVersion", "notes"],
    });
    expect(columns.every(({ dropClass }) => dropClass === "")).toBe(true);
  });

  it("move to a place, and no further than to the ends", () => {
    expect(moved(pageIds, "c", 0)).toEqual(["c", "a", "b", "d"]);
    expect(moved(pageIds, "a", 2)).toEqual(["b", "c", "a", "d"]);
    expect(moved(pageIds, "a", 9)).toEqual(["b", "c", "d", "a"]);
    expect(moved(pageIds, "c", -1)).toEqual(["c", "a", "b", "d"]);
  });
});

describe("a condition in words", () => {
  const words = (filter: Filter, declaration: Declaration = websites) =>
    filterText(filter, declaration.fields[filter.field] as Field, new Map([["k1", "Weingut Amsel"]])).join(" · ");

  it("names choices and records by their labels", () => {
    expect(words({ field: "lifecycle", is: "oneOf", values: ["live"] })).toBe("Phase ist · Live");
    expect(words({ field: "slaLevel", is: "oneOf", values: ["premium", "standard"] })).toBe(
      "Servicelevel · Premium, Standard",
    );
    expect(words({ field: "kind", is: "noneOf", values: ["shop", "portal", "other"] })).toBe("Art ist nicht · Shop +2");
    expect(words({ field: "customerId", is: "oneOf", values: ["k1"] })).toBe("Kunde ist · Weingut Amsel");
    expect(words({ field: "responsibleUserId", is: "oneOf", values: ["me"] })).toBe("Verantwortlich ist · Ich");
  });

  it("says an availability in percent, as files have it", () => {
    expect(words({ field: "uptime30d", is: "between", to: "9950" })).toBe("Verfügbarkeit 30 T · bis 99,50\u00a0%");
    expect(words({ field: "uptime30d", is: "between", from: "9900" }, hosts)).toBe("Verfügbarkeit 30 T · ab 99\u00a0%");
    expect(toCell(websites.fields.uptime30d, 9921)).toEqual({ kind: "number", value: 99.21, decimals: 2 });
  });

  it("says ranges as people do", () => {
    expect(words({ field: "launchedAt", is: "between", to: "-1d" })).toBe("Online seit · überfällig");
    expect(words({ field: "launchedAt", is: "between", from: "+0d", to: "+30d" })).toBe("Online seit · in 30 Tagen");
    expect(words({ field: "launchedAt", is: "between", from: "2026-01-02" })).toBe("Online seit · ab 02.01.2026");
    expect(words({ field: "launchedAt", is: "between", to: "+7d" })).toBe("Online seit · bis in 7 Tagen");
    expect(words({ field: "costCents", is: "between", from: "1000", to: "2550" }, domains)).toMatch(
      /^Einkauf\/Jahr · 10,00\s€ – 25,50\s€$/,
    );
  });

  it("says what is missing", () => {
    expect(words({ field: "customerId", is: "missing" })).toBe("Kunde · fehlt");
    expect(words({ field: "name", is: "contains", value: "amsel" })).toBe("Name enthält · „amsel“");
  });
});

describe("the export", () => {
  it("asks for what the list shows, all pages, with its columns by name", () => {
    const state = { ...plainState(websites), search: "amsel", page: 3, columns: ["name", "url"] };
    expect(exportUrl(websites, state, "csv")).toBe("/api/export/websites.csv?q=amsel&columns=name%2Curl");
    expect(exportUrl(domains, plainState(domains), "xlsx")).toContain("columns=state%2Cname%2CcustomerId");
  });
});

describe("a press on the head of a column", () => {
  const a = { field: "a" };
  const b = { field: "b" };
  const down = (sort: { field: string }) => ({ ...sort, descending: true as const });

  it.each([
    ["sorts upwards by it alone", [b], false, [a]],
    ["turns it", [a], false, [down(a)]],
    ["turns it back", [down(a)], false, [a]],
    ["leaves it alone where it was one of several", [a, b], false, [down(a)]],
    ["turns the last of several in its position", [b, a], false, [b, down(a)]],
    ["with the shift key adds it", [b], true, [b, a]],
    ["with the shift key turns it among the others", [a, b], true, [down(a), b]],
    [
      "with the shift key drops the oldest of three",
      [b, { field: "c" }, { field: "d" }],
      true,
      [{ field: "c" }, { field: "d" }, a],
    ],
  ])("%s", (_what, before, isAdded, after) => {
    expect(toggleSort(before, "a", isAdded)).toEqual(after);
  });
});
