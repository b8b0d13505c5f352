import { describe, expect, it } from "vitest";
import type { TechnologyCategory } from "../../../contract/technologies/technologies.ts";
import type { SeenTechnology, WebsiteScan } from "../../../contract/technologies/views.ts";
import { compareScans } from "../../../server/features/technologies/compare.ts";

const seen = (category: TechnologyCategory, name: string, impliedBy?: string): SeenTechnology => ({
  name,
  category,
  version: null,
  confidence: 100,
  evidence: [{ type: impliedBy ? "implied" : "html", where: impliedBy ?? null, text: name }],
  firstSeen: "2026-11-01T00:00:00.000Z",
  lastSeen: "2026-11-01T00:00:00.000Z",
});
const scan = (technologies: SeenTechnology[], more: Partial<WebsiteScan> = {}): WebsiteScan => ({
  url: "https://amsel.example/",
  finalUrl: "https://amsel.example/",
  status: 200,
  title: "Amsel",
  canonical: null,
  noindex: null,
  headers: [],
  redirects: [],
  technologies,
  rulesVersion: "2",
  ...more,
});
const [borlabs, cookiebot, cookieFirst] = ["Borlabs Cookie", "Cookiebot", "CookieFirst"].map((name) =>
  seen("consent", name),
) as [SeenTechnology, SeenTechnology, SeenTechnology];
const matomo = seen("analytics", "Matomo");

describe("the tool that asks for consent", () => {
  it("is gone where none is left", () => {
    expect(compareScans(scan([borlabs, matomo]), scan([matomo]))).toEqual([
      { source: "technology", kind: "consent", part: "Borlabs Cookie", before: ["Borlabs Cookie"], after: null },
    ]);
  });

  it("is not gone where another has come or stays: that is one change with both", () => {
    const changed = { source: "technology", kind: "consentTool", before: ["Borlabs Cookie"], after: ["Cookiebot"] };
    expect(compareScans(scan([borlabs]), scan([cookiebot]))).toEqual([changed]);
    expect(compareScans(scan([borlabs, cookiebot]), scan([cookiebot]))).toEqual([changed]);
  });

  it("is not gone where another has come that only newer rules know", () => {
    expect(compareScans(scan([borlabs], { rulesVersion: "1" }), scan([cookieFirst]))).toMatchObject([
      { kind: "consentTool", after: ["CookieFirst"] },
    ]);
  });

  it("is told when it comes to a website that had none", () => {
    expect(compareScans(scan([]), scan([cookiebot]))).toEqual([
      { source: "technology", kind: "consentTool", before: null, after: ["Cookiebot"] },
    ]);
  });
});

describe("after a change of the rules", () => {
  const kinds = (before: WebsiteScan, now: WebsiteScan) =>
    compareScans(before, now).map(({ kind, before: was, after }) => [kind, was?.[0] ?? null, after?.[0] ?? null]);
  const old = { rulesVersion: "1" };

  it("what only the new ones can see is no change of the website", () => {
    expect(kinds(scan([], old), scan([cookieFirst]))).toEqual([]);
    const contao = [seen("consent", "Contao Cookiebar"), seen("cms", "Contao", "Contao Cookiebar")];
    expect(kinds(scan([], old), scan(contao))).toEqual([]);
  });

  it("what both can see is compared as on any other day", () => {
    expect(kinds(scan([borlabs], old), scan([matomo]))).toEqual([
      ["technology", null, "Matomo"],
      ["consent", "Borlabs Cookie", null],
    ]);
    const own = { rulesVersion: "2+ab", ownRules: { Eigenes: "1" } };
    expect(kinds(scan([matomo]), scan([], own))).toEqual([["technology", "Matomo", null]]);
  });

  it("what shipped rules saw is not compared where they differ and nobody has counted them up", () => {
    const [one, other] = [{ rulesVersion: "2.aaaaaaaa" }, { rulesVersion: "2.bbbbbbbb" }];
    expect(kinds(scan([borlabs], one), scan([matomo], other))).toEqual([]);
    const told = [
      ["technology", null, "Matomo"],
      ["consent", "Borlabs Cookie", null],
    ];
    expect(kinds(scan([borlabs], one), scan([matomo], { rulesVersion: "2.aaaaaaaa+cd" }))).toEqual(told);
    expect(kinds(scan([borlabs], one), scan([matomo], { rulesVersion: "3.bbbbbbbb" }))).toEqual(told);
  });

  it("an own rule counts as long as it stays the same itself", () => {
    const mine = seen("chat", "Eigenes");
    const both = { rulesVersion: "2+ab", ownRules: { Eigenes: "1" } };
    expect(kinds(scan([mine], both), scan([], { rulesVersion: "2+cd", ownRules: { Eigenes: "1", Neu: "2" } }))).toEqual(
      [["technology", "Eigenes", null]],
    );
    expect(kinds(scan([mine], both), scan([], { rulesVersion: "2+cd", ownRules: { Eigenes: "9" } }))).toEqual([]);
    expect(kinds(scan([mine], both), scan([]))).toEqual([]);
    expect(kinds(scan([]), scan([mine], both))).toEqual([]);
  });
});
