import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import type { Plugin } from "vite";
import { expect, test } from "vitest";
import options from "../../../remix.config.js";
import { knownAnswers } from "../../../scripts/bundle/known-answers.ts";
import { usedIcons } from "../../../scripts/bundle/used-icons.ts";
import { serverWall } from "../../../scripts/server-wall.ts";

const root = path.resolve(import.meta.dirname, "../../..");

function call(plugin: Plugin, hook: "resolveId" | "load" | "transform", ...args: readonly unknown[]): unknown {
  return Reflect.apply(plugin[hook] as (...given: unknown[]) => unknown, undefined, args);
}

const importFrom = (file: string, source: string) => call(serverWall(), "resolveId", source, path.join(root, file));

test("browser code that imports the server or a migration does not build", () => {
  expect(() => importFrom("app/ui/button.tsx", "../../server/env.ts")).toThrow(
    "app/ui/button.tsx imports server/env.ts",
  );
  expect(() => importFrom("contract/roles.ts", "../migrations/first.ts")).toThrow(
    "contract/roles.ts imports migrations/",
  );
});

test("whatever else is imported is left to Vite", () => {
  expect(importFrom("app/ui/button.tsx", "./icon.tsx")).toBeNull();
  expect(importFrom("app/ui/button.tsx", "react")).toBeNull();
  expect(importFrom("server/portal/run.ts", "../env.ts")).toBeNull();
});

test("of all icons a build reads those that the pages name", () => {
  const list = String(
    call(usedIcons(), "load", path.join(root, "node_modules/lucide-react/dist/esm/lucide-react.mjs")),
  );
  expect(list).toContain("./icons/key-round.mjs");
  expect(list).toContain("createLucideIcon");
  expect(list).not.toContain("./icons/index.mjs");
  expect(list.split("\n").length).toBeLessThan(600);
});

const remixFiles = [
  "@remix-run/react/dist/esm/browser.js",
  "@remix-run/react/dist/esm/routes.js",
  "@remix-run/router/dist/router.js",
  "react-router-dom/dist/index.js",
];

test.each(remixFiles)("%s asks what a build has settled, and is answered", (file) => {
  const id = path.join(root, "node_modules", file);
  const { code } = call(knownAnswers(options?.future), "transform", readFileSync(id, "utf8"), id) as { code: string };
  expect(code).not.toMatch(/future\.v3_singleFetch|\(isSpaMode\)|result\.type === ResultType\.deferred/);
});

test("a version of a package that asks in other words does not build", () => {
  const id = path.join(root, "node_modules/@remix-run/react/dist/esm/links.js");
  expect(() => call(knownAnswers(options?.future), "transform", "const future = {};", id)).toThrow(
    "does not ask any more",
  );
});

test("no page uses what the build leaves out of Remix", () => {
  const left = /\buseFetchers?\b|\bviewTransition[=:]|\bNavLink\b|<Await\b|\bdefer\(|navigate=\{false\}/;
  const users = globSync("app/**/*.{ts,tsx}", { cwd: root }).filter((file) =>
    left.test(readFileSync(path.join(root, file), "utf8")),
  );
  expect(users).toEqual([]);
});
