import { beforeAll, expect, test } from "vitest";
import { heavy, type PageName, readFirstLoads } from "../../scripts/bench/first-load.ts";
import { buildApp } from "../../scripts/build-app.ts";

let loads: Record<PageName, string[]>;
beforeAll(async () => {
  await buildApp();
  loads = await readFirstLoads();
});

const librariesOf = (page: PageName) =>
  Object.entries(heavy).flatMap(([library, sign]) =>
    loads[page].some((script) => script.includes(sign)) ? [library] : [],
  );

test.each(["signIn", "dashboard", "list", "detail", "wikiPage"] as const)(
  "%s loads nothing that only forms and editors need",
  (page) => {
    expect(librariesOf(page)).toEqual([]);
  },
);

test("the form checks with the schemas of the server before it sends", () => {
  expect(librariesOf("form")).toEqual(["zod", "tldts", "libphonenumber-js"]);
});
