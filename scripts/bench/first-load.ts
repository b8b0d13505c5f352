import { readFileSync } from "node:fs";
import path from "node:path";
import { gzipSync } from "node:zlib";
import type { ServerBuild } from "@remix-run/node";

const build = path.resolve(import.meta.dirname, "../../build");
const shell = ["root", "routes/_shell"];

/** Pages by the routes that make them up. */
export const pages = {
  signIn: ["root", "routes/auth.signin"],
  dashboard: [...shell, "routes/_shell._index"],
  list: [...shell, "routes/_shell.websites._index"],
  detail: [...shell, "routes/_shell.websites.$id", "routes/_shell.websites.$id._index"],
  wikiPage: [...shell, "routes/_shell.wiki", "routes/_shell.wiki.$page"],
  form: [...shell, "routes/_shell.websites.new"],
  settings: [...shell, "routes/_shell.settings._index"],
} as const;
export type PageName = keyof typeof pages;

/** What each may weigh, gzipped, file by file, and how many files it may ask for. */
export const limits: Record<PageName, { kilobytes: number; scripts: number }> = {
  signIn: { kilobytes: 93, scripts: 8 },
  dashboard: { kilobytes: 172, scripts: 27 },
  list: { kilobytes: 176.5, scripts: 24 },
  detail: { kilobytes: 198, scripts: 38 },
  wikiPage: { kilobytes: 177, scripts: 25 },
  form: { kilobytes: 208, scripts: 26 },
  settings: { kilobytes: 155, scripts: 25 },
};

/** A sentence of each library that a page loads when somebody presses, edits or types, and not before. */
export const heavy = {
  zod: "invalid_union",
  tldts: "isIcann",
  "libphonenumber-js": "NOT_A_NUMBER",
  "pusher-js": "pusher:connection_established",
  prosemirror: "ProseMirror-selectednode",
  yjs: "Yjs was already imported",
  "floating-ui": "getOffsetParent",
  "radix-ui": "dismissableLayer",
  kbar: "kbar-listbox",
  uplot: "u-over",
} as const;

/** The weight of a page in thousands of bytes. */
export function weighKb(scripts: readonly string[]): number {
  return scripts.reduce((sum, script) => sum + gzipSync(script).length, 0) / 1000;
}

/** The JavaScript of every page that it loads before anybody clicks, file by file, as the page renderer of the build links it. */
export async function readFirstLoads(): Promise<Record<PageName, string[]>> {
  const { assets }: ServerBuild = await import(path.join(build, "server/index.js"));
  const scriptsOf = (routes: readonly string[]) => {
    const parts = [assets.entry, ...routes.map((id) => assets.routes[id])];
    if (parts.includes(undefined)) throw new Error(`the build lacks one of the routes ${routes.join()}`);
    const files = new Set(parts.flatMap((part) => (part ? [part.module, ...(part.imports ?? [])] : [])));
    return [...files].map((file) => readFileSync(path.join(build, "client", file), "utf8"));
  };
  const loads = Object.entries(pages).map(([name, routes]) => [name, scriptsOf(routes)] as const);
  return Object.fromEntries(loads) as Record<PageName, string[]>;
}
