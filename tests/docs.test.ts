import { existsSync, readFileSync } from "node:fs";
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
    expect(newest === "Unveröffentlicht" ? older[0] : newest).toBe(version);
  });

  it("says nothing twice", () => {
    const lines = read("CHANGES.md")
      .split("\n")
      .filter((line) => line.startsWith("- "));
    expect(lines.filter((line, at) => lines.indexOf(line) !== at)).toEqual([]);
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

/** Whether a test of the file is called so: the name stands in quotes of its own. */
function holds(file: string, name: string): boolean {
  const text = read(file);
  return [`"${name}"`, `'${name}'`, `\`${name}\``].some((quoted) => text.includes(quoted));
}
