import path from "node:path";
import type { GetManualChunk, GetModuleInfo, ManualChunkMeta, ModuleInfo } from "rollup";
import { mergeChunks, type Shared } from "./bundle/merge-chunks.ts";

const entry = (name: string, kind = "tsx") => new RegExp(`/app/${name}\\.${kind}`);
const frames = entry("(root|entry\\.client)");
const shellRoute = entry("routes/_shell");
const signInRoute = entry("routes/auth\\.signin");
const authRoutes = entry("routes/auth\\.[^/]+");
/** What every page of signed-in people fetches as soon as it is idle. */
const liveClient = entry("lib/live/live-client", "ts");
const entries = entry("(root|entry\\.client|routes/[^/]+)");

/** Kinds of pages by their routes, and how much each of them weighs where a file suits one better than the other. */
const records = "(contracts|customers|devices|domains|feedback|hosts|incidents|websites)";
const kinds = {
  home: { routes: entry("routes/_shell\\._index"), weight: 40 },
  list: { routes: entry(`routes/_shell\\.${records}\\._index`), weight: 12 },
  page: { routes: entry(`routes/_shell\\.${records}\\.\\$id(\\._index)?`), weight: 8 },
  form: { routes: entry(`routes/_shell\\.${records}\\.(new|\\$id_\\.edit)`), weight: 4 },
  wikiPage: { routes: entry("routes/_shell\\.wiki(\\._index|\\.\\$page)?"), weight: 25 },
  others: { routes: entry("routes/_shell\\.[^/]+"), weight: 1 },
  signIn: { routes: signInRoute, weight: 200 },
  auth: { routes: authRoutes, weight: 1 },
};
type Kind = keyof typeof kinds;
/** What fewer routes share stays where Rollup puts it, which makes a file of its own of every icon. */
const minRoutes = 4;
const minRoutesOfIcon = 2;
const icon = /\/lucide-react\/dist\/esm\/icons\//;
const heavy = /\/node_modules\/(zod|pusher-js)\//;

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
  const [frame, shell, signIn, auth, live] = [frames, shellRoute, signInRoute, authRoutes, liveClient].map(reachedFrom);
  const needs = whoNeeds(ids, getModuleInfo);
  const isShared = (id: string) => (needs.get(id)?.size ?? 0) >= (icon.test(id) ? minRoutesOfIcon : minRoutes);
  const isLight = (id: string) => ![...reachableFrom([id], getModuleInfo)].some((needed) => heavy.test(needed));
  const inShell = (id: string): string | undefined => {
    // What the libraries are made of changes less often than we do.
    if (frame?.has(id)) return id.includes("/node_modules/") || id.startsWith("\0") ? "framework" : "frame";
    if (shell?.has(id)) {
      if (signIn?.has(id)) return "frame";
      return auth?.has(id) ? "data" : "shell";
    }
    if (!live?.has(id)) return undefined;
    // What pages share with the live client is little, and every page asks for it a moment later.
    if (!isShared(id)) return "live";
    return isLight(id) ? "shell" : undefined;
  };
  const shared = [...needs].flatMap(([id, routes]): Shared[] => {
    if (entries.test(id) || inShell(id) || !isShared(id) || isFetchedLater(id, getModuleInfo)) return [];
    return [{ id, routes, size: getModuleInfo(id)?.code?.length ?? 0, imports: importsOf(id, getModuleInfo) }];
  });
  // It is asked for a million times.
  const weights = new Map(ids.map((id) => [id, kinds[kindOf(id) ?? "others"].weight]));
  const weightOf = (route: string) => weights.get(route) ?? kinds.others.weight;
  // Who fetches what is light later shall not fetch the heavy with it.
  const apart = Map.groupBy(shared, ({ id }) => isLight(id));
  const chunks = [true, false].flatMap((light) => mergeChunks(apart.get(light) ?? [], weightOf));
  const merged = chunks.flatMap(({ ids: members, routes }, index) => {
    const name = [...new Set([...routes].flatMap((route) => kindOf(route) ?? []))].sort().join("-");
    return members.map((id) => [id, `${name}-${index}`] as const);
  });
  const own = ids.flatMap((id) => {
    const chunk = entries.test(id) ? undefined : inShell(id);
    return chunk ? [[id, chunk] as const] : [];
  });
  return new Map([...own, ...merged]);
}

/**
 * Whether some page fetches a module when it needs it. It keeps a file of its own, whose exports have their own names:
 * a fetch that failed can be tried again for such a file alone (app/ui/overlays/lazy-module.ts).
 */
const isFetchedLater = (id: string, getModuleInfo: GetModuleInfo): boolean =>
  (getModuleInfo(id)?.dynamicImporters.length ?? 0) > 0;

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
      const specifier = barrelSpecifier(imported);
      return specifier ? filesOf(namesFrom(specifier, info), imported, getModuleInfo) : [imported];
    }) ?? []
  );
}

/** Files of packages that only pass on what many others export; Rollup, which knows who takes what, does not tell. */
const barrels = {
  "lucide-react": "/lucide-react.mjs",
  "@tanstack/react-query": "/@tanstack/react-query/build/modern/index.js",
  "@tanstack/query-core": "/@tanstack/query-core/build/modern/index.js",
};

const barrelSpecifier = (id: string): string | undefined =>
  Object.entries(barrels).find(([, file]) => id.endsWith(file))?.[0];

/** The names that a module takes from a package. */
function namesFrom(specifier: string, { code }: ModuleInfo): string[] {
  const imports = new RegExp(`import\\s*\\{([^}]*)\\}\\s*from\\s*"${specifier}"`, "g");
  return [...(code ?? "").matchAll(imports)].flatMap(([, names = ""]) =>
    names.split(",").map((name) => name.trim().split(" as ")[0] ?? ""),
  );
}

const filesByBarrel = new WeakMap<ModuleInfo, Map<string, string>>();

/** The files behind a barrel that the names lead to. */
function filesOf(names: readonly string[], barrel: string, getModuleInfo: GetModuleInfo): string[] {
  const info = getModuleInfo(barrel);
  if (!info) return [];
  const files = filesByBarrel.get(info) ?? listFiles(info);
  filesByBarrel.set(info, files);
  const others = info.importedIds.filter(barrelSpecifier);
  return names.flatMap((name) => files.get(name) ?? others.flatMap((other) => filesOf([name], other, getModuleInfo)));
}

/** Where each name of a barrel comes from: `export { default as A } from './a.js'`, or `import { A } from "./a.js"` and an export. */
function listFiles({ id, code }: ModuleInfo): Map<string, string> {
  const files = new Map<string, string>();
  for (const [, names = "", file = ""] of (code ?? "").matchAll(
    /(?:export|import)\s*\{([^}]*)\} from ['"](\.\/[^'"]+)['"]/g,
  ))
    for (const name of names.split(","))
      files.set(name.trim().split(" as ").at(-1) ?? "", path.join(path.dirname(id), file));
  return files;
}
