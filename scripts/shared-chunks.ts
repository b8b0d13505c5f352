import path from "node:path";
import type { GetManualChunk, GetModuleInfo, ManualChunkMeta, ModuleInfo } from "rollup";

const entry = (name: string) => new RegExp(`/app/${name}\\.tsx`);
const frames = entry("(root|entry\\.client)");
const shellRoute = entry("routes/_shell");
const signInRoute = entry("routes/auth\\.signin");
const authRoutes = entry("routes/auth\\.[^/]+");
const entries = entry("(root|entry\\.client|routes/[^/]+)");

/** Kinds of pages by their routes; pages of one kind load much the same. */
const records = "(contracts|customers|devices|domains|feedback|hosts|incidents|websites)";
const kinds = {
  home: entry("routes/_shell\\._index"),
  list: entry(`routes/_shell\\.${records}\\._index`),
  page: entry(`routes/_shell\\.${records}\\.\\$id(\\._index)?`),
  form: entry(`routes/_shell\\.${records}\\.(new|\\$id_\\.edit)`),
  wikiPage: entry("routes/_shell\\.wiki(\\._index|\\.\\$page)?"),
  wiki: entry("routes/_shell\\.wiki\\.[^/]+"),
  settings: entry("routes/_shell\\.settings\\._index"),
  others: entry("routes/_shell\\.[^/]+"),
  signIn: signInRoute,
  auth: authRoutes,
};
type Kind = keyof typeof kinds;
/** What fewer routes share stays where Rollup puts it: it would burden the others of its kind. */
const minRoutes = 4;

/**
 * Puts what is mostly loaded together into one file. Left alone, Rollup makes one of every icon and every small part;
 * each of a hundred is asked for and compressed for itself. What the shell needs is in files that every page has, what
 * dashboard and lists share in one more, and what several routes share in one for each set of kinds that need it.
 * Whatever imports a module is reached from no more routes than the module, so that files import each other one way.
 */
export function sharedChunks(): GetManualChunk {
  let chunks: Map<string, string> | undefined;
  return (id, meta) => {
    chunks ??= assignChunks(meta);
    return chunks.get(id);
  };
}

function assignChunks({ getModuleIds, getModuleInfo }: ManualChunkMeta): Map<string, string> {
  const ids = [...getModuleIds()];
  const reachedFrom = (start: RegExp) =>
    reachableFrom(
      ids.filter((id) => start.test(id)),
      getModuleInfo,
    );
  const [frame, shell, signIn, auth] = [frames, shellRoute, signInRoute, authRoutes].map(reachedFrom);
  const inShell = (id: string): string | undefined => {
    // What the libraries are made of changes less often than we do.
    if (frame?.has(id)) return id.includes("/node_modules/") || id.startsWith("\0") ? "framework" : "frame";
    if (!shell?.has(id)) return undefined;
    if (signIn?.has(id)) return "frame";
    return auth?.has(id) ? "data" : "shell";
  };
  const needs = whoNeeds(ids, getModuleInfo);
  const chunkOf = (id: string): string | undefined => {
    const needed = needs.get(id);
    if (inShell(id) || !needed || needed.routes < minRoutes) return inShell(id);
    if (needed.kinds.size === 1 && needed.kinds.has("others")) return undefined;
    const isCommon = needed.kinds.has("home") && needed.kinds.has("list") && !needed.kinds.has("signIn");
    return isCommon ? "common" : [...needed.kinds].sort().join("-");
  };
  return new Map(
    ids.flatMap((id) => {
      const chunk = entries.test(id) ? undefined : chunkOf(id);
      return chunk ? [[id, chunk]] : [];
    }),
  );
}

/** How many routes need each module, and of which kinds they are. */
function whoNeeds(ids: readonly string[], getModuleInfo: GetModuleInfo) {
  const needs = new Map<string, { routes: number; kinds: Set<Kind> }>();
  for (const route of ids) {
    const [kind] = Object.entries(kinds).find(([, pattern]) => pattern.test(route)) ?? [];
    if (!kind) continue;
    for (const id of reachableFrom([route], getModuleInfo)) {
      const needed = needs.get(id) ?? { routes: 0, kinds: new Set() };
      needed.routes += 1;
      needs.set(id, { ...needed, kinds: needed.kinds.add(kind as Kind) });
    }
  }
  return needs;
}

/** Follows what is imported; of a module that only passes on what others export, no further than the names asked for. */
function reachableFrom(starts: readonly string[], getModuleInfo: GetModuleInfo): Set<string> {
  const found = new Set(starts);
  for (const id of found) for (const imported of importsOf(id, getModuleInfo)) found.add(imported);
  return found;
}

function importsOf(id: string, getModuleInfo: GetModuleInfo): readonly string[] {
  const info = getModuleInfo(id);
  return (
    info?.importedIds.flatMap((imported) => {
      const all = isIconList(imported) ? getModuleInfo(imported) : undefined;
      return all ? iconsIn(info, all) : [imported];
    }) ?? []
  );
}

const isIconList = (id: string) => id.endsWith("/lucide-react.mjs");

/** The icons that a module takes from the list of all; Rollup, which knows, does not tell. */
function iconsIn({ code }: ModuleInfo, list: ModuleInfo): string[] {
  const files = iconFiles(list);
  return [...(code ?? "").matchAll(/import\s*\{([^}]*)\}\s*from\s*"lucide-react"/g)].flatMap(([, names]) =>
    (names ?? "").split(",").flatMap((name) => files.get(name.trim().split(" as ")[0] ?? "") ?? []),
  );
}

const iconsByList = new WeakMap<ModuleInfo, Map<string, string>>();

/** Where each icon of the list comes from, by its name. */
function iconFiles(list: ModuleInfo): Map<string, string> {
  const known = iconsByList.get(list);
  if (known) return known;
  const files = new Map<string, string>();
  for (const [, names, file] of (list.code ?? "").matchAll(/export \{([^}]*)\} from '(\.\/icons\/[^']+)'/g))
    for (const name of (names ?? "").split(","))
      files.set(name.trim().split(" as ")[1] ?? "", path.join(path.dirname(list.id), file ?? ""));
  iconsByList.set(list, files);
  return files;
}
