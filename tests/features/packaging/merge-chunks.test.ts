import { expect, test } from "vitest";
import { mergeChunks, requestCost, type Shared } from "../../../scripts/bundle/merge-chunks.ts";

const aModule = (id: string, routes: readonly string[], size: number, imports: readonly string[] = []): Shared => ({
  id,
  routes: new Set(routes),
  size,
  imports,
});
const filesOf = (...shared: Shared[]) =>
  mergeChunks(shared, () => 1)
    .map(({ ids }) => [...ids].sort().join())
    .sort();

const [small, large] = [10, 100_000];

test("what the same routes need is one file, however large", () => {
  expect(filesOf(aModule("a", ["list", "page"], large), aModule("b", ["page", "list"], large))).toEqual(["a,b"]);
});

test("a large module that a route does not need stays out of what it loads, and a small one saves a request", () => {
  const common = aModule("common", ["list", "page"], large);
  expect(filesOf(common, aModule("large", ["page"], large))).toEqual(["common", "large"]);
  expect(filesOf(common, aModule("small", ["page"], small))).toEqual(["common,small"]);
});

test("what no route needs together stays apart", () => {
  expect(filesOf(aModule("a", ["list"], small), aModule("b", ["page"], small))).toEqual(["a", "b"]);
});

test("files that import each other by a third stay apart, and those that do so directly are one", () => {
  const routes = ["list", "page"];
  const base = aModule("base", [...routes, "form"], large);
  const third = aModule("third", [...routes, "form", "wiki"], large, ["base"]);
  // Worth its request beside what one more route loads, and not beside what two do.
  const importing = (id: string) => aModule("a", routes, 1.5 * requestCost, [id]);
  expect(filesOf(importing("base"), base, third)).toEqual(["a,base", "third"]);
  expect(filesOf(importing("third"), base, third)).toEqual(["a", "base", "third"]);
});
