import { describe, expect, it } from "vitest";
import { type BrokenPage, brokenPageLabels } from "../../../contract/checks/broken-pages.ts";
import { causeText, isCauseCode } from "../../../contract/checks/causes.ts";
import { findBrokenPage } from "../../../contract/checks/signatures.ts";
import { decodeBody, readPage } from "../../../server/checks/probes/read-page.ts";
import { brokenPages, healthyPages } from "../../support/checks/broken-pages.ts";

const kinds = Object.keys(brokenPageLabels) as BrokenPage[];
const found = (html: string) => findBrokenPage(readPage(html));

describe("a page that answers with 200 and yet is broken", () => {
  it("is known in at least 25 kinds", () => {
    expect(kinds.length).toBeGreaterThanOrEqual(25);
  });

  it.each(kinds)("%s is noticed, and what resembles it is not", (kind) => {
    const { broken, healthy } = brokenPages[kind];
    expect(broken.map(found)).toEqual(broken.map(() => kind));
    expect(healthy.map(found)).toEqual(healthy.map(() => undefined));
    expect(broken.length).toBeGreaterThan(0);
    expect(healthy.length).toBeGreaterThan(0);
  });

  it("is told in German words that need no more", () => {
    for (const kind of kinds) {
      expect(isCauseCode(`brokenPage:${kind}`)).toBe(true);
      expect(causeText(`brokenPage:${kind}`)).toBe(brokenPageLabels[kind]);
      expect(brokenPageLabels[kind]).not.toMatch(/[.!]$/);
    }
  });

  it("is none of the ordinary ones", () => {
    expect(healthyPages.map(found)).toEqual(healthyPages.map(() => undefined));
  });
});

describe("a page is read", () => {
  it("without what visitors do not read, with its characters as they are meant", () => {
    const { title, text } = readPage(
      '<html><head><title>Amsel &amp; S&ouml;hne &#8211; &#x41;</title><style>p{}</style></head><body><!-- <p>weg</p> --><script>var a = "<p>weg</p>";</script><noscript>weg</noscript><p>Gr&uuml;n</p>1 < 2<p>Ende',
    );
    expect(title).toBe("Amsel & Söhne – A");
    expect(text).toBe("Grün 1 < 2 Ende");
  });

  it("in the encoding that it names", () => {
    const latin = Buffer.from("<p>Grün</p>", "latin1");
    expect(decodeBody(latin, "text/html; charset=iso-8859-1")).toContain("Grün");
    expect(decodeBody(Buffer.concat([Buffer.from('<meta charset="windows-1252">'), latin]), undefined)).toContain(
      "Grün",
    );
    expect(decodeBody(Buffer.from("Grün"), "text/html; charset=nirgendwo")).toBe("Grün");
  });

  it.each([
    ["openings of scripts", "<script>"],
    ["openings of comments", "<!--"],
    ["signs that open nothing", "<"],
    ["titles", "<title>"],
    ["references", "&amp"],
    ["errors without a line", "<b>Fatal error</b>: "],
    ["spaces", " "],
    ["words of a pattern", "This domain is is "],
    ["froxlor", "froxlor domain "],
  ])("in linear time when it is made of nothing but %s", (_, part) => {
    const page = readPage(part.repeat(Math.ceil(512_000 / part.length)));
    expect(findBrokenPage(page)).toBeUndefined();
  });
});
