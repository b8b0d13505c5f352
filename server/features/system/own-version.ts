import { readFile } from "node:fs/promises";
import path from "node:path";
import { parseOwnJson } from "../../../contract/narrowing.ts";

const manifest = path.resolve(import.meta.dirname, "../../../package.json");
let known: Promise<string> | undefined;

/** The portal's own version; read once, and empty where nobody says. */
export function readOwnVersion(): Promise<string> {
  known ??= readFile(manifest, "utf8").then(
    (text) => parseOwnJson<{ version?: string }>(text).version ?? "",
    () => "",
  );
  return known;
}
