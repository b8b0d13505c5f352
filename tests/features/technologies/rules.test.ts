import { globSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { technologyRule } from "../../../contract/technologies/rules.ts";
import { ownConsentTools, vendors } from "../../../server/lookups/legal/vendors.ts";
import { compileRule, RuleProblem } from "../../../server/lookups/technologies/compile-rules.ts";
import { detectTechnologies, probesFor } from "../../../server/lookups/technologies/detect.ts";
import type { ScannedPage } from "../../../server/lookups/technologies/page-facts.ts";
import { readRules, shippedRules } from "../../../server/lookups/technologies/shipped-rules.ts";
import { temporaryFolder } from "../../support/temporary-folders.ts";

/** Source alone, or what else is known of the page. */
type Given =
  | string
  | {
      generator?: string;
      headers?: Record<string, string>;
      cookies?: Record<string, string>;
      probes?: Record<string, string>;
      issuer?: string;
      dns?: string[];
    };

interface Fixture {
  match: Given;
  version?: string;
  /** What is there besides, and right so. */
  also?: string[];
  miss: Given;
}

const fixtures = new Map<string, Fixture>(
  globSync(path.join(import.meta.dirname, "fixtures/*.yml")).flatMap((file) =>
    Object.entries(parse(readFileSync(file, "utf8")) as Record<string, Fixture>),
  ),
);
const { rules, since, version } = shippedRules();
const byName = new Map(rules.map((rule) => [rule.name, rule]));

function pageOf(given: Given): ScannedPage {
  if (typeof given === "string")
    return { url: "https://amsel.example/", html: `<!doctype html><title>Amsel</title>${given}`, headers: {} };
  const { generator, headers = {}, cookies = {}, ...more } = given;
  const html = generator === undefined ? "" : `<meta name="generator" content="${generator}">`;
  const setCookie = Object.entries(cookies).map(([name, value]) => `${name}=${value}; path=/`);
  return { url: "https://amsel.example/", html, headers: { ...headers, "set-cookie": setCookie }, ...more };
}

function withImplied(names: readonly string[]): string[] {
  const all = new Set(names);
  for (const name of all) for (const implied of byName.get(name)?.implies ?? []) all.add(implied);
  return [...all].sort();
}

const found = (given: Given) => detectTechnologies(pageOf(given));
const namesOf = (given: Given) =>
  found(given)
    .map(({ name }) => name)
    .sort();

describe("the rules that come with the product", () => {
  it("are at least 150, each with a page that matches and one that nearly does, and name only each other", () => {
    expect(rules.length).toBeGreaterThanOrEqual(150);
    expect(rules.map(({ name }) => name).sort()).toEqual([...fixtures.keys()].sort());
    const named = rules.flatMap(({ implies, excludes }) => [...implies, ...excludes]);
    expect(named.filter((name) => !byName.has(name))).toEqual([]);
  });

  it("are of no later version than their files say", () => {
    expect([...since].filter(([, from]) => from > version)).toEqual([]);
  });

  it("have another digest as soon as one of them says something else, and none for a comment", () => {
    const folder = temporaryFolder("rules");
    const digestOf = (text: string) => {
      writeFileSync(path.join(folder, "one.yml"), `version: 1\nrules:\n  Amsel:\n    category: cms\n    ${text}\n`);
      return readRules(folder).digest;
    };
    const digest = digestOf("html: ['amsel']");
    expect(digest).toMatch(/^[0-9a-f]{8}$/);
    expect(digestOf("html: ['amsel'] # gesehen im Mai")).toBe(digest);
    expect(digestOf("html: ['amseln']")).not.toBe(digest);
  });

  it("know every tool that the legal check knows to ask for consent", () => {
    const tools = vendors.flatMap(({ use, name }) => (use === "consent" ? [name] : []));
    const own = ownConsentTools.map(({ name }) => name.replace(/ \(.+\)$/, ""));
    const unknown = [...tools, ...own].filter((name) => byName.get(name)?.category !== "consent");
    expect(unknown).toEqual([]);
  });

  it.each([...fixtures])("find %s where it is, with its version, and nothing that is not there", (name, fixture) => {
    const { match, version = null, also = [], miss } = fixture;
    expect(namesOf(match)).toEqual(withImplied([name, ...also]));
    const technology = found(match).find((each) => each.name === name);
    expect(technology?.version).toBe(version);
    expect(technology?.evidence[0]?.text).toBeTruthy();
    expect(namesOf(miss)).toEqual([]);
  });

  it("find all of a page that has many at once", () => {
    const all = [...fixtures.values()].flatMap(({ match }) => (typeof match === "string" ? [match] : []));
    const names = namesOf(all.join("\n"));
    const expected = [...fixtures].flatMap(([name, { match }]) => (typeof match === "string" ? [name] : []));
    expect(expected.filter((name) => !names.includes(name))).toEqual([]);
  });
});

describe("the version of WordPress", () => {
  const versionOf = (given: Given) => found(given).find(({ name }) => name === "WordPress")?.version;

  it.each([
    `<link href="https://amsel.example/wp-includes/css/dist/block-library/style.min.css?ver=6.8.2" rel="stylesheet">`,
    `<script>window._wpemojiSettings={"source":{"concatemoji":"https:\\/\\/amsel.example\\/wp-includes\\/js\\/wp-emoji-release.min.js?ver=6.8.2"}}</script>`,
    `<script src='/wp-includes/js/comment-reply.min.js?ver=6.8.2&#038;x=1'></script>`,
    `<link href="/wp-includes/blocks/navigation/style-rtl.min.css?ver=6.8.2">`,
  ])("is that of what the core delivers with its own: %s", (html) => expect(versionOf(html)).toBe("6.8.2"));

  it.each([
    `<script src="/wp-includes/js/jquery/jquery.min.js?ver=3.7.1"></script>`,
    `<script src="/wp-includes/js/jquery/jquery-migrate.min.js?ver=3.4.1"></script>`,
    `<script src="/wp-includes/js/dist/vendor/moment.min.js?ver=2.30.1"></script>`,
    `<script src="/wp-includes/js/dist/hooks.min.js?ver=4d63a3d491d11ffd8ac6"></script>`,
    `<link href="/wp-includes/css/dist/block-library/style.min.css?ver=1732790000">`,
    `<link href="/wp-includes/css/dist/block-library/style.min.css?ver=6.8.2.1732790000">`,
    `<link href="/wp-content/themes/a/wp-embed.min.js?ver=1.2.3">`,
  ])("is not that of %s", (html) => expect(versionOf(html)).toBeNull());

  it("is that of the generator where both are there", () => {
    const html = `<meta name="generator" content="WordPress 6.8.3"><link href="/wp-includes/css/dashicons.min.css?ver=6.8.2">`;
    expect(versionOf(html)).toBe("6.8.3");
  });
});

describe("a rule", () => {
  const rule = (values: object) => technologyRule.parse({ category: "plugin", ...values });
  const detect = (values: object, given: Given) =>
    detectTechnologies(pageOf(given), [compileRule("Eigenes", rule(values))]);
  const refusal = (values: object) => {
    try {
      compileRule("Eigenes", rule(values));
    } catch (error) {
      return error instanceof RuleProblem ? error.part : error;
    }
    return undefined;
  };

  it("is refused with a pattern that takes longer than its text, without evidence and with a selector that is none", () => {
    expect(refusal({ html: ["(a)\\1"] })).toBe("html");
    expect(refusal({ header: { server: "a(?=b)" } })).toBe("header");
    expect(refusal({ meta: { generator: "(" } })).toBe("meta");
    expect(refusal({ html: [""] })).toBe("html");
    expect(refusal({ dom: ["div > p"] })).toBe("dom");
    expect(refusal({})).toBe("evidence");
    expect(technologyRule.safeParse({ category: "spam", html: ["a"] }).success).toBe(false);
  });

  it("counts hints together, and is silent below half", () => {
    const hint = (match: string, confidence: number) => ({ match, confidence });
    expect(detect({ html: [hint("eins", 40)] }, "eins")).toEqual([]);
    expect(detect({ html: [hint("eins", 40), hint("zwei", 40)] }, "eins zwei")).toMatchObject([{ confidence: 64 }]);
  });

  it("reads versions from elements, and takes for one only what looks like it", () => {
    const dom = [{ select: "div.app[data-v]", attribute: "data-v", match: "^(.+)$" }];
    expect(detect({ dom }, '<div class="big app" data-v="2.1">')).toMatchObject([{ version: "2.1" }]);
    expect(detect({ dom }, '<div class="app" data-v="<script>">')).toMatchObject([{ version: null }]);
  });

  it("does not keep what cookies hold", () => {
    const [technology] = detect({ cookie: { session: "" } }, { cookies: { session: "geheim" } });
    expect(JSON.stringify(technology)).not.toContain("geheim");
  });

  it("asks for a path only where it found something without a version, and for three at most", () => {
    const own = compileRule(
      "Eigenes",
      rule({ html: ["eigen"], url: { "/a": "v(.+)", "/b": "x", "/c": "x", "/d": "x" } }),
    );
    const page = pageOf("eigen");
    expect(probesFor(detectTechnologies(page, [own]), [own])).toEqual(["/a", "/b", "/c"]);
    expect(probesFor(detectTechnologies(pageOf("fremd"), [own]), [own])).toEqual([]);
    const probed = detectTechnologies({ ...page, probes: { "/a": "v1.2" } }, [own]);
    expect(probed).toMatchObject([{ version: "1.2" }]);
    expect(probesFor(probed, [own])).toEqual([]);
  });
});

it("no page makes the search crash or take more than linear time", () => {
  const pages = ["<".repeat(200_000), '<meta name="generator" content="'.repeat(20_000), "wp-content/".repeat(100_000)];
  for (const html of [...pages, "\0".repeat(1000), "<script src=".repeat(50_000)])
    expect(detectTechnologies({ url: "x", html, headers: {} })).toBeInstanceOf(Array);
});
