import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { readEnvironment } from "../../../server/env.ts";

const root = path.resolve(import.meta.dirname, "../../..");
const read = (file: string) => readFileSync(path.join(root, file), "utf8");
const lines = read(".env.example").split("\n");
const examples = lines.flatMap((line) => {
  const [, name, value = ""] = /^#([A-Z][A-Z0-9_]*)=(.*)$/.exec(line) ?? [];
  return name === undefined ? [] : [[name, value] as const];
});

describe(".env.example", () => {
  it("sets nothing as it is, so that a copy of it changes nothing", () => {
    expect(lines.filter((line) => line !== "" && !line.startsWith("#"))).toEqual([]);
  });

  it("has every variable that the portal reads, with a value that it takes", () => {
    // The mode, and where programs, their libraries and what is compiled of them lie, are no choice of whoever runs the host.
    const readBy = [...read("server/env.ts").matchAll(/^ {2}([A-Z][A-Z0-9_]*): ?/gm)].map(([, name = ""]) => name);
    const known = new Set(
      readBy.filter((name) => !["NODE_ENV", "NODE_COMPILE_CACHE", "PATH", "LD_LIBRARY_PATH"].includes(name)),
    );
    expect(examples.map(([name]) => name).toSorted()).toEqual([...known].toSorted());
    expect(readEnvironment(Object.fromEntries(examples))).toMatchObject({ port: 3000, host: "127.0.0.1" });
  });
});
