import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { beforeAll, expect, test } from "vitest";
import { heavy, limits, type PageName, readFirstLoads, weighKb } from "../../../scripts/bench/first-load.ts";
import { buildApp } from "../../../scripts/build-app.ts";

let loads: Record<PageName, string[]>;
beforeAll(async () => {
  await buildApp();
  loads = await readFirstLoads();
});

const librariesOf = (page: PageName) =>
  Object.entries(heavy).flatMap(([library, sign]) =>
    loads[page].some((script) => script.includes(sign)) ? [library] : [],
  );

const pageNames = Object.keys(limits) as PageName[];

test.each(pageNames)("%s weighs no more than it may", (page) => {
  expect(weighKb(loads[page])).toBeLessThanOrEqual(limits[page].kilobytes);
});

test.each(pageNames)("%s asks for no more scripts than it may", (page) => {
  expect(loads[page].length).toBeLessThanOrEqual(limits[page].scripts);
});

test.each(pageNames.filter((page) => page !== "form"))("%s loads nothing that only a press or a form needs", (page) => {
  expect(librariesOf(page)).toEqual([]);
});

test("the form shows its controls before what they are checked by", () => {
  expect(librariesOf("form")).toEqual(["floating-ui", "radix-ui"]);
});

const assets = path.resolve(import.meta.dirname, "../../../build/client/assets");

/** A file of the build with everything that it imports. */
function scriptsFrom(name: string): string[] {
  const files = new Set(globSync(`${name}-*.js`, { cwd: assets }));
  for (const file of files)
    for (const [, needed = ""] of readFileSync(path.join(assets, file), "utf8").matchAll(/from"\.\/([^"]+\.js)"/g))
      files.add(needed);
  return [...files].map((file) => readFileSync(path.join(assets, file), "utf8"));
}

test.each(["live", "bulk-bar-content", "palette-dialog", "notification-panel", "toast-host"])(
  "%s, which a page fetches once it is idle, needs no validator",
  (name) => {
    const scripts = scriptsFrom(name);
    expect(scripts.length).toBeGreaterThan(1);
    expect(scripts.filter((script) => script.includes(heavy.zod))).toEqual([]);
  },
);
