import path from "node:path";
import type { GetManualChunk, GetModuleInfo, ManualChunkMeta, ModuleInfo } from "rollup";

const entry = (name: string) => new RegExp(`/app/${name}\\.tsx`);
const frames = entry("(root|entry\\.client)");
const shellRoute = entry("routes/_shell");
const signInRoute = entry("routes/auth\\.signin");
const doorRoutes = entry("routes/auth\\.[^/]+");
const entries = entry("(root|entry\\.client|routes/[^/]+)");

/**
 * Puts what is always loaded together into one file. Left alone, Rollup makes one of every icon, and each of a hundred
 * compresses for itself. No page loads a module for it that it would not load anyway, except for a few small ones:
 * the sign-in page those that the shell shares with it, the other pages before signing in those that they share.
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
  const [frame, shell, signIn, door] = [frames, shellRoute, signInRoute, doorRoutes].map(reachedFrom);
  const chunkOf = (id: string): string | undefined => {
    // What the libraries are made of changes less often than we do.
    if (frame?.has(id)) return id.includes("/node_modules/") || id.startsWith("\0") ? "framework" : "frame";
    if (!shell?.has(id)) return undefined;
    if (signIn?.has(id)) return "frame";
    return door?.has(id) ? "data" : "shell";
  };
  return new Map(
    ids.flatMap((id) => {
      const chunk = entries.test(id) ? undefined : chunkOf(id);
      return chunk ? [[id, chunk]] : [];
    }),
  );
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
