import { describe, expect, it } from "vitest";
import { domains } from "../../../contract/domains/domains.ts";
import type { Declaration } from "../../../contract/records/declaration.ts";
import {
  declarationFor,
  isNarrowed,
  type ListState,
  plainState,
  readListState,
  stateOfView,
  toListInput,
  toScope,
  writeListState,
} from "../../../contract/records/list-state.ts";
import { websites } from "../../../contract/websites/websites.ts";

const read = (query: string, declaration: Declaration = websites) =>
  readListState(new URLSearchParams(query), declaration);
const write = (state: ListState) => writeListState(state, websites).toString();

describe("the state of a list in its address", () => {
  it("is nothing for a plain list", () => {
    expect(read("")).toEqual(plainState(websites));
    expect(write(plainState(websites))).toBe("");
  });

  it("reads every part", () => {
    const query =
      "q=amsel&f[kind]=oneOf:shop,portal&f[customerId]=missing&sort=-launchedAt,name&page=2&limit=100" +
      "&columns=name,url&view=abc&layout=tiles&density=compact&archived=1";
    expect(read(query)).toEqual({
      search: "amsel",
      where: [
        { field: "kind", is: "oneOf", values: ["shop", "portal"] },
        { field: "customerId", is: "missing" },
      ],
      orderBy: [{ field: "launchedAt", descending: true }, { field: "name" }],
      page: 2,
      limit: 100,
      columns: ["name", "url"],
      view: "abc",
      layout: "tiles",
      density: "compact",
      archived: true,
    });
  });

  it("may mean what one import has read in, until all filters are taken away", () => {
    const state = read("import=abc");
    expect(state).toEqual({ ...plainState(websites), importId: "abc" });
    expect(write(state)).toBe("import=abc");
    expect(toScope(state)).toEqual({ importId: "abc", where: [], archived: false });
    expect(isNarrowed(state)).toBe(true);
    expect(isNarrowed({ ...state, ...plainState(websites) })).toBe(false);
    const [view] = websites.list.views;
    const named = read(`view=${view?.key}&import=abc`);
    expect(named.importId).toBe("abc");
    expect(read(write(named))).toEqual(named);
  });

  it("reads back what it has written", () => {
    const state = {
      ...plainState(websites),
      search: "Müller & Söhne = 100 %",
      where: [
        { field: "name", is: "contains" as const, value: "a:b,c&d" },
        { field: "name", is: "contains" as const, value: "zweites" },
        { field: "tags", is: "allOf" as const, values: ["eins, zwei", "drei"] },
        { field: "launchedAt", is: "between" as const, from: "+0d", to: "+30d" },
      ],
      orderBy: [{ field: "name", descending: true as const }],
      columns: ["name", "cms"],
      page: 7,
      limit: 25 as const,
      view: "0192-abc",
    };
    expect(read(write(state))).toEqual(state);
  });

  it("leaves out what makes no sense", () => {
    const nonsense =
      "f[kind]=oneOf:gibtsnicht&f[nein]=missing&f[kind]=between:1..2&f[launchedAt]=between:gestern..&f[name]=contains:" +
      "&f[__proto__]=missing&sort=-nein,tags,preview,name,name&page=-3&limit=33&columns=nein,toString&layout=kreis&density=1";
    expect(read(nonsense)).toEqual({ ...plainState(websites), orderBy: [{ field: "name" }] });
    for (const page of ["0", "abc", "1.5", "1e99"]) expect(read(`page=${page}`).page).toBe(1);
  });

  it("keeps a valid end of a range whose other end makes no sense", () => {
    expect(read("f[launchedAt]=between:2026-01-01..morgen").where).toEqual([
      { field: "launchedAt", is: "between", from: "2026-01-01" },
    ]);
  });

  it("always shows the name", () => {
    expect(read("columns=url,cms").columns).toEqual(["name", "url", "cms"]);
  });
});

describe("views in the address", () => {
  it("brings the filters of a built-in view that is named alone", () => {
    const state = read("view=live&layout=tiles&page=2");
    expect(state.where).toEqual([{ field: "lifecycle", is: "oneOf", values: ["live"] }]);
    expect(state).toMatchObject({ view: "live", layout: "tiles", page: 2 });
    expect(write(state)).toBe("layout=tiles&view=live&page=2");
  });

  it("asks for one's own records by „me“, so that the link means whoever opens it", () => {
    expect(read("view=mine").where).toEqual([{ field: "responsibleUserId", is: "oneOf", values: ["me"] }]);
  });

  it("opens the archive", () => {
    expect(toScope(read("view=archive"))).toEqual({ where: [], archived: true });
  });

  it("leaves a built-in view when its last filter is taken away", () => {
    const changed = { ...read("view=live"), where: [] };
    expect(write(changed)).toBe("");
  });

  it("remembers the view when a filter is added", () => {
    const live = read("view=live");
    const changed = { ...live, where: [...live.where, { field: "customerId", is: "missing" as const }] };
    expect(read(write(changed))).toEqual(changed);
  });

  it("keeps „Alle aktiven“ apart from a list without any state", () => {
    expect(write({ ...plainState(websites), view: "all" })).toBe("view=all");
  });
});

describe("what the server is asked for", () => {
  it("orders as the declaration says unless the person does", () => {
    expect(toListInput(plainState(domains), domains).orderBy).toEqual(domains.list.orderBy);
    expect(toListInput(read("sort=-name", domains), domains)).toMatchObject({
      page: 1,
      limit: 50,
      where: [],
      archived: false,
      orderBy: [{ field: "name", descending: true }],
    });
  });

  it("reads only what a layout of the list shows, and nothing that machines find out", () => {
    const { fields } = toListInput(read("columns=name,kind,preview", websites), websites);
    expect(fields).toEqual(expect.arrayContaining(["name", "kind", "customerId", "url"]));
    expect(fields).not.toEqual(expect.arrayContaining(["notes"]));
    expect(fields).not.toContain("preview");
  });

  it("reads what a column takes its tone from", () => {
    const { fields } = toListInput(read("columns=name,certificateExpiresAt", websites), websites);
    expect(fields).toContain("certificateLevel");
  });

  it("never holds a field that the person may not see", () => {
    const seen = declarationFor(domains, "member");
    const state = read("f[costCents]=between:1..&sort=-priceCents&columns=name,costCents", seen);
    expect(state).toEqual({ ...plainState(seen), columns: ["name"] });
    expect(seen.list.views.every((view) => !JSON.stringify(view).includes("Cents"))).toBe(true);
  });

  it("has no place for what checks would find, as long as none runs", () => {
    const admin = declarationFor(websites, "admin");
    expect(Object.values(admin.fields).some(({ kind }) => kind === "machine")).toBe(false);
    expect(websites.fields.preview.kind).toBe("machine");
    expect(readListState(new URLSearchParams("columns=preview,name"), admin).columns).toEqual(["name"]);
  });

  it("tells a narrowed list from a whole one", () => {
    expect(isNarrowed(stateOfView(websites.list.views[1] ?? { key: "", label: "" }, websites))).toBe(true);
    expect(isNarrowed(read("sort=name&archived=1"))).toBe(false);
  });
});
