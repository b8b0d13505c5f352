import { readFileSync } from "node:fs";
import path from "node:path";
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
} as const;
export type PageName = keyof typeof pages;

/** A sentence of each library that is too heavy for a page that nobody types into. */
export const heavy = {
  zod: "invalid_union",
  tldts: "isIcann",
  "libphonenumber-js": "NOT_A_NUMBER",
  "pusher-js": "pusher:connection_established",
  prosemirror: "ProseMirror-selectednode",
  yjs: "Yjs was already imported",
} as const;

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
