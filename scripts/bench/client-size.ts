import { readFileSync } from "node:fs";
import path from "node:path";
import { gzipSync } from "node:zlib";
import type { Row } from "./table.ts";

const client = path.resolve(import.meta.dirname, "../../build/client");

interface Chunk {
  file: string;
  name?: string;
  src?: string;
  imports?: string[];
  isDynamicEntry?: boolean;
}

const pages = [
  { what: "JS der Anmeldung (gzip)", routes: ["app/routes/auth.signin"], aimKb: 100 },
  { what: "JS der Hülle mit Dashboard (gzip)", routes: ["app/routes/_shell", "app/routes/_shell._index"], aimKb: 190 },
];

/** JavaScript that a page loads before anybody clicks, gzipped, from the build's manifest. */
export async function measureClientSize(): Promise<Row[]> {
  const manifest = JSON.parse(readFileSync(path.join(client, ".vite/manifest.json"), "utf8")) as Record<string, Chunk>;
  const rows = pages.map(({ what, routes, aimKb }) => {
    const files = filesOf(manifest, ["app/entry.client", "app/root", ...routes]);
    const kilobytes =
      [...files].reduce((sum, file) => sum + gzipSync(readFileSync(path.join(client, file))).length, 0) / 1000;
    return {
      what,
      measured: `${kilobytes.toFixed(1)} kB`,
      limit: "–",
      ratio: "–",
      aim: `≤ ${aimKb} kB`,
      isMet: kilobytes <= aimKb,
    };
  });
  const shell = filesOf(manifest, ["app/entry.client", "app/root", "app/routes/_shell", "app/routes/_shell._index"]);
  const hasPusher = [...shell].some((file) =>
    readFileSync(path.join(client, file), "utf8").includes("pusher:connection_established"),
  );
  const pusher: Row = {
    what: "pusher-js im ersten Laden",
    measured: hasPusher ? "ja" : "nein",
    limit: "–",
    ratio: "–",
    aim: "nein",
    isMet: !hasPusher,
  };
  return [...rows, pusher];
}

function filesOf(manifest: Record<string, Chunk>, sources: string[]): Set<string> {
  const files = new Set<string>();
  const visit = (key: string): void => {
    const chunk = manifest[key];
    if (!chunk || files.has(chunk.file)) return;
    if (chunk.file.endsWith(".js")) files.add(chunk.file);
    for (const dependency of chunk.imports ?? []) visit(dependency);
  };
  for (const source of sources) {
    const key = Object.keys(manifest).find((candidate) => candidate.split("?")[0]?.replace(/\.tsx?$/, "") === source);
    if (!key) throw new Error(`the build has no ${source}`);
    visit(key);
  }
  return files;
}
