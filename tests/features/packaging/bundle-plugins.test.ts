import path from "node:path";
import type { Plugin } from "vite";
import { expect, test } from "vitest";
import { usedIcons } from "../../../scripts/bundle/used-icons.ts";
import { serverWall } from "../../../scripts/server-wall.ts";

const root = path.resolve(import.meta.dirname, "../../..");

function call(plugin: Plugin, hook: "resolveId" | "load", ...args: readonly unknown[]): unknown {
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
