import path from "node:path";
import type { GetManualChunk, GetModuleInfo, ManualChunkMeta, ModuleInfo } from "rollup";
import { mergeChunks, type Shared } from "./bundle/merge-chunks.ts";

const entry = (name: string) => new RegExp(`/app/${name}\\.tsx`);
const frames = entry("(root|entry\\.client)");
const shellRoute = entry("routes/_shell");
const signInRoute = entry("routes/auth\\.signin");
const authRoutes = entry("routes/auth\\.[^/]+");
const entries = entry("(root|entry\\.client|routes/[^/]+)");

/** Kinds of pages by their routes, and how much each of them weighs where a file suits one better than the other. */
const records = "(contracts|customers|devices|domains|feedback|hosts|incidents|websites)";
const kinds = {
  home: { routes: entry("routes/_shell\\._index"), weight: 40 },
  list: { routes: entry(`routes/_shell\\.${records}\\._index`), weight: 12 },
  page: { routes: entry(`routes/_shell\\.${records}\\.\\$id(\\._index)?`), weight: 8 },
  form: { routes: entry(`routes/_shell\\.${records}\\.(new|\\$id_\\.edit)`), weight: 4 },
  wikiPage: { routes: entry("routes/_shell\\.wiki(\\._index|\\.\\$page)?"), weight: 15 },
  others: { routes: entry("routes/_shell\\.[^/]+"), weight: 1 },
  signIn: { routes: signInRoute, weight: 200 },
  auth: { routes: authRoutes, weight: 1 },
};
type Kind = keyof typeof kinds;
/** What fewer routes share stays where Rollup puts it. */
const minRoutes = 4;

/**
 * Puts what is mostly loaded together into one file. Left alone, Rollup makes one of every icon and every small part;
 * each of a hundred is asked for and compressed for itself. What the shell needs is in files that every page has; what
 * several routes share is in files that are worth their request (merge-chunks.ts).
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
  const shared = [...whoNeeds(ids, getModuleInfo)].flatMap(([id, routes]): Shared[] => {
    if (entries.test(id) || inShell(id) || routes.size < minRoutes) return [];
    return [{ id, routes, size: getModuleInfo(id)?.code?.length ?? 0, imports: importsOf(id, getModuleInfo) }];
  });
  // It is asked for a million times.
  const weights = new Map(ids.map((id) => [id, kinds[kindOf(id) ?? "others"].weight]));
  const weightOf = (route: string) => weights.get(route) ?? kinds.others.weight;
  const merged = mergeChunks(shared, weightOf).flatMap(({ ids: members, routes }, index) => {
    const name = [...new Set([...routes].flatMap((route) => kindOf(route) ?? []))].sort().join("-");
    return members.map((id) => [id, `${name}-${index}`] as const);
  });
  const own = ids.flatMap((id) => {
    const chunk = entries.test(id) ? undefined : inShell(id);
    return chunk ? [[id, chunk] as const] : [];
  });
  return new Map([...own, ...merged]);
}

const kindNames = Object.keys(kinds) as Kind[];
const kindOf = (route: string): Kind | undefined => kindNames.find((kind) => kinds[kind].routes.test(route));

/** The routes that need each module. */
function whoNeeds(ids: readonly string[], getModuleInfo: GetModuleInfo): Map<string, Set<string>> {
  const needs = new Map<string, Set<string>>();
  for (const route of ids.filter(kindOf))
    for (const id of reachableFrom([route], getModuleInfo)) needs.set(id, (needs.get(id) ?? new Set()).add(route));
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
