import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";

const root = path.resolve(import.meta.dirname, "..");
const read = (file: string) => readFileSync(path.join(root, file), "utf8");

const rows = read("docs/spec.md")
  .split("\n")
  .filter((line) => line.startsWith("| ") && !line.startsWith("| Spec "))
  .map((line) => {
    const [spec = "", code = "", test = ""] = line.slice(2, -2).split(" | ");
    const [, file = "", name = ""] = /^`([^`]+)` › (.+)$/.exec(test) ?? [];
    return { spec, code: code.replaceAll("`", ""), file, name };
  });

describe("docs/spec.md", () => {
  it("covers every section, and what the portal adds to them", () => {
    const sections = [...read("docs/spec.md").matchAll(/^## (\d)/gm)].map(([, number]) => Number(number));
    expect(sections).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
    const added = [...read("docs/spec.md").matchAll(/^## (\D.+)/gm)].map(([, title]) => title);
    expect(added).toEqual(["Business core", "Wiki, chats, feedback, notifications and settings"]);
    expect(rows.length).toBeGreaterThan(350);
  });

  it("names code that exists", () => {
    expect(rows.filter(({ code }) => !code || !existsSync(path.join(root, code)))).toEqual([]);
  });

  it("has a test for each row, by a name that the file holds", () => {
    const isThere = ({ file, name }: (typeof rows)[number]) =>
      file.endsWith(".test.ts") || file.endsWith(".test.tsx")
        ? existsSync(path.join(root, file)) && name !== "" && holds(file, name)
        : false;
    expect(rows.filter((row) => !isThere(row))).toEqual([]);
  });
});

describe("README.md", () => {
  it("links only to what is there", () => {
    const targets = [...read("README.md").matchAll(/\]\((?!https?:|#)([^)]+)\)/g)].map(([, target = ""]) => target);
    expect(targets.length).toBeGreaterThan(5);
    expect(targets.filter((target) => !existsSync(path.join(root, target)))).toEqual([]);
  });

  it("names only commands that package.json has", () => {
    const { scripts } = JSON.parse(read("package.json")) as { scripts: Record<string, string> };
    const named = [...read("README.md").matchAll(/npm (?:run )?([a-z0-9:]+)/g)].map(([, name = ""]) => name);
    expect(named.filter((name) => !(name in scripts) && name !== "ci")).toEqual([]);
  });
});

describe("CHANGES.md", () => {
  it("ends the changes of a version with the version of package.json", () => {
    const { version } = JSON.parse(read("package.json")) as { version: string };
    const [newest, ...older] = [...read("CHANGES.md").matchAll(/^## (.+)$/gm)].map(([, title]) => title);
    expect(newest === "Unveröffentlicht" ? older[0] : newest).toMatch(dated(version));
  });

  it("says of each version when it came, the newest first", () => {
    const titles = [...read("CHANGES.md").matchAll(/^## (.+)$/gm)].map(([, title = ""]) => title);
    const days = titles.filter((title) => title !== "Unveröffentlicht").map((title) => / vom (\S+)$/.exec(title)?.[1]);
    expect(days).not.toContain(undefined);
    expect(days).toEqual(days.toSorted().reverse());
  });

  it("says nothing twice", () => {
    const lines = read("CHANGES.md")
      .split("\n")
      .filter((line) => line.startsWith("- "));
    // News that was written anew begins as before, up to the colon, and may go on from there. A subject alone is no news.
    const isNews = (start: string) => start.split(" ").length > 3;
    const isToldAgain = (line: string, at: number) => {
      const [start = ""] = line.split(":");
      return isNews(start) && lines.some((other, place) => place !== at && other.startsWith(start));
    };
    expect(lines.filter(isToldAgain)).toEqual([]);
  });
});

/** „0.2.0 vom 2026-11-28“ */
function dated(version: string): RegExp {
  return new RegExp(`^${version.replaceAll(".", "\\.")} vom \\d{4}-\\d{2}-\\d{2}$`);
}

describe.each(["docs/operations.md", "packaging/INSTALL.md"])("%s", (guide) => {
  it("types only commands that there are", () => {
    const folder = "server/cli/commands";
    const own = readdirSync(path.join(root, folder)).map((file) =>
      /^ {2}name: "(.+)",$/m.exec(read(`${folder}/${file}`)),
    );
    const known = new Set(["start", "health", "version", "help", ...own.map((found) => found?.[1])]);
    const typed = [
      ...read(guide).matchAll(/(?:^ {4}|`)[^`\n]*?(?<!role )\btechcenter ([a-z][a-z0-9-]*)(?: ([a-z][a-z0-9-]*))?/gm),
    ];
    expect(typed.length).toBeGreaterThan(5);
    expect(
      typed.filter(([, one, two]) => !known.has(one) && !known.has(`${one} ${two}`)).map(([text]) => text),
    ).toEqual([]);
  });
});

const guides = ["architecture", "how-to", "glossary", "interfaces", "operations", "security"].map(
  (name) => `docs/${name}.md`,
);

describe.each(guides)("%s", (guide) => {
  const text = read(guide);

  it("names only files and folders that are there", () => {
    const paths = [...text.matchAll(/`((?:app|contract|server|tests|scripts|migrations)\/[^`\s]*)`/g)].map(
      ([, name = ""]) => name,
    );
    expect(paths.filter((name) => !name.includes("<") && !existsSync(path.join(root, name)))).toEqual([]);
  });

  it("links only to what is there", () => {
    const targets = [...text.matchAll(/\]\((?!https?:|#)([^)]+)\)/g)].map(([, target = ""]) => target);
    expect(targets.filter((target) => !existsSync(path.resolve(root, "docs", target)))).toEqual([]);
  });
});

/** How many requirements of levels 1 and 2 each section of ASVS 5.0 has; they come before those of level 3. */
const levelTwo: Record<string, number> = {
  "1.1": 2,
  "1.2": 9,
  "1.3": 11,
  "1.4": 3,
  "1.5": 2,
  "2.1": 3,
  "2.2": 3,
  "2.3": 4,
  "2.4": 1,
  "3.2": 2,
  "3.3": 4,
  "3.4": 6,
  "3.5": 5,
  "3.7": 2,
  "4.1": 3,
  "4.2": 1,
  "4.3": 2,
  "4.4": 4,
  "5.1": 1,
  "5.2": 3,
  "5.3": 2,
  "5.4": 3,
  "6.1": 3,
  "6.2": 12,
  "6.3": 4,
  "6.4": 4,
  "6.5": 5,
  "6.6": 3,
  "6.8": 4,
  "7.1": 3,
  "7.2": 4,
  "7.3": 2,
  "7.4": 5,
  "7.5": 2,
  "7.6": 2,
  "8.1": 2,
  "8.2": 3,
  "8.3": 1,
  "8.4": 1,
  "9.1": 3,
  "9.2": 4,
  "10.1": 2,
  "10.2": 2,
  "10.3": 4,
  "10.4": 11,
  "10.5": 5,
  "10.6": 2,
  "10.7": 3,
  "11.1": 2,
  "11.2": 3,
  "11.3": 3,
  "11.4": 4,
  "11.5": 1,
  "11.6": 1,
  "12.1": 3,
  "12.2": 2,
  "12.3": 4,
  "13.1": 1,
  "13.2": 5,
  "13.3": 2,
  "13.4": 5,
  "14.1": 2,
  "14.2": 4,
  "14.3": 3,
  "15.1": 3,
  "15.2": 3,
  "15.3": 7,
  "16.1": 1,
  "16.2": 5,
  "16.3": 4,
  "16.4": 3,
  "16.5": 3,
  "17.1": 1,
  "17.2": 4,
  "17.3": 2,
};

it("docs/security.md answers each requirement of ASVS 5.0, level 2, once, with evidence or a reason", () => {
  const answered = [...read("docs/security.md").matchAll(/^\| (V[^|]+) \| (met|partly|not|none) \| [^|]+ \|$/gm)];
  const named = answered.flatMap(([, requirements = ""]) => requirements.split(", ").flatMap(expand));
  const expected = Object.entries(levelTwo).flatMap(([section, count]) =>
    Array.from({ length: count }, (_, index) => `V${section}.${index + 1}`),
  );
  expect(expected).toHaveLength(253);
  expect(named).toEqual(expected);
});

/** „V1.4.1–V1.4.3“ names three. */
function expand(range: string): string[] {
  const [from = "", to = from] = range.split("–");
  const [section, last] = [from.slice(0, from.lastIndexOf(".")), Number(to.split(".").at(-1))];
  const first = Number(from.split(".").at(-1));
  return Array.from({ length: last - first + 1 }, (_, index) => `${section}.${first + index}`);
}

/** Whether a test of the file is called so: the name stands in quotes of its own. */
function holds(file: string, name: string): boolean {
  const text = read(file);
  return [`"${name}"`, `'${name}'`, `\`${name}\``].some((quoted) => text.includes(quoted));
}
