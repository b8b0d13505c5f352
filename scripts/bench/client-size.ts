import { readFileSync } from "node:fs";
import path from "node:path";
import { gzipSync } from "node:zlib";
import type { ServerBuild } from "@remix-run/node";
import type { Row } from "./table.ts";

const build = path.resolve(import.meta.dirname, "../../build");

const pages = [
  { what: "JS der Anmeldung (gzip)", routes: ["root", "routes/auth.signin"], aimKb: 100 },
  { what: "JS der Hülle mit Dashboard (gzip)", routes: ["root", "routes/_shell", "routes/_shell._index"], aimKb: 190 },
];

/** JavaScript that a page loads before anybody clicks, gzipped, as the page renderer of the build links it. */
export async function measureClientSize(): Promise<Row[]> {
  const { assets }: ServerBuild = await import(path.join(build, "server/index.js"));
  const filesOf = (routes: string[]) => {
    const parts = [assets.entry, ...routes.map((id) => assets.routes[id])];
    return new Set(parts.flatMap((part) => (part ? [part.module, ...(part.imports ?? [])] : [])));
  };
  const read = (file: string) => readFileSync(path.join(build, "client", file));
  const sizes = pages.map(({ what, routes, aimKb }): Row => {
    const kilobytes = [...filesOf(routes)].reduce((sum, file) => sum + gzipSync(read(file)).length, 0) / 1000;
    return {
      what,
      measured: `${kilobytes.toFixed(1)} kB`,
      limit: "–",
      ratio: "–",
      aim: `≤ ${aimKb} kB`,
      isMet: kilobytes <= aimKb,
    };
  });
  const hasPusher = [...filesOf(pages[1]?.routes ?? [])].some((file) =>
    read(file).includes("pusher:connection_established"),
  );
  const pusher = { what: "pusher-js im ersten Laden", limit: "–", ratio: "–", aim: "nein", isMet: !hasPusher };
  return [...sizes, { ...pusher, measured: hasPusher ? "ja" : "nein" }];
}
