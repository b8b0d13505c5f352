import { readFile } from "node:fs/promises";
import path from "node:path";
import type { SystemState } from "../../../contract/system/system.ts";

const root = path.resolve(import.meta.dirname, "../../..");

interface Manifest {
  version?: string;
  license?: string;
  dependencies?: Record<string, string>;
}

const read = async (file: string): Promise<Manifest | undefined> =>
  readFile(path.join(root, file), "utf8").then(
    (text) => JSON.parse(text) as Manifest,
    () => undefined,
  );

let known: Promise<{ version: string; licences: SystemState["licences"] }> | undefined;

/** The portal's own version and the licences of the packages that it names; read once. */
export function readPackages() {
  known ??= readAll();
  return known;
}

async function readAll() {
  const own = await read("package.json");
  const names = Object.keys(own?.dependencies ?? {});
  const licences = await Promise.all(
    names.map(async (name) => {
      const found = await read(path.join("node_modules", name, "package.json"));
      return { name, version: found?.version ?? "", licence: found?.license ?? "unbekannt" };
    }),
  );
  return { version: own?.version ?? "", licences };
}
