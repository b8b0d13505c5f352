import path from "node:path";

/** What `--cpu-prof` writes and the Profiler of a browser returns; times are microseconds of the monotonic clock. */
export interface CpuProfile {
  nodes: { id: number; callFrame: CallFrame; children?: number[] }[];
  samples: number[];
  timeDeltas: number[];
  startTime: number;
}

interface CallFrame {
  functionName: string;
  url: string;
}

export interface Span {
  fromUs: number;
  toUs: number;
}

export interface Cost {
  group: string;
  /** Of the time that was computed within the spans. */
  share: number;
  /** The function of the group that took most. */
  dearest: string;
}

const root = path.resolve(import.meta.dirname, "../../..");

/**
 * The groups of functions that took most of the time of some profiles within spans, each by what its functions do
 * themselves; waiting is no cost. Without spans all of the profiles counts.
 */
export function costsOf(profiles: readonly CpuProfile[], spans: readonly Span[] = [], shown = 3): Cost[] {
  const own = new Map<string, Map<string, number>>();
  let total = 0;
  for (const profile of profiles) {
    const groups = groupsOf(profile);
    let at = profile.startTime;
    for (const [index, id] of profile.samples.entries()) {
      at += profile.timeDeltas[index] ?? 0;
      const found = groups.get(id);
      const tookUs = profile.timeDeltas[index + 1] ?? 0;
      if (!found || !isWithin(at, spans) || tookUs <= 0) continue;
      total += tookUs;
      const functions = own.get(found.group) ?? new Map<string, number>();
      functions.set(found.name, (functions.get(found.name) ?? 0) + tookUs);
      own.set(found.group, functions);
    }
  }
  return [...own]
    .map(([group, functions]) => {
      const [[dearest = ""] = []] = [...functions].sort(([, one], [, other]) => other - one);
      return { group, share: [...functions.values()].reduce((sum, us) => sum + us, 0) / total, dearest };
    })
    .sort((one, other) => other.share - one.share)
    .slice(0, shown);
}

const isWithin = (at: number, spans: readonly Span[]) =>
  spans.length === 0 || spans.some(({ fromUs, toUs }) => at >= fromUs && at < toUs);

/** To which group each node of a profile belongs, and its name there; waiting belongs to none. */
function groupsOf({ nodes }: CpuProfile): Map<number, { group: string; name: string }> {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const parentOf = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id] as const)));
  const groups = new Map<number, { group: string; name: string }>();
  for (const { id, callFrame } of nodes) {
    if (callFrame.functionName === "(idle)") continue;
    // What V8 has built in is the work of whoever calls it.
    let group = groupOf(callFrame);
    for (let at = parentOf.get(id); group === undefined && at !== undefined; at = parentOf.get(at)) {
      const parent = byId.get(at);
      group = parent && groupOf(parent.callFrame);
    }
    groups.set(id, { group: group ?? "V8", name: callFrame.functionName || "(anonymous)" });
  }
  return groups;
}

/** Functions of Node and of native packages that have no file, and what they do. */
const natives: readonly [RegExp, string][] = [
  [/^\(garbage collector\)$/, "Speicherbereinigung"],
  [/^\((program|root)\)$/, "Node oder Browser selbst"],
  [/^(all|get|run|iterate|prepare|pragma)$/, "SQLite"],
  [/^(writev|write(Utf8|Latin1|Ascii|Ucs2)String|writeBuffer|shutdown|readStart)$/, "Socket"],
  [/^(compileFunctionForCJSLoader|compileFunction|internalModuleStat)$/, "Laden von Modulen"],
];

/** A profile has no function for what better-sqlite3 does: it is the time of the one that calls it. */
const callsSqlite = path.join(root, "server/db/slow-statements.ts");

function groupOf({ functionName, url }: CallFrame): string | undefined {
  if (url === "") return natives.find(([names]) => names.test(functionName))?.[1];
  const [, internal] = /^node:(?:internal\/)?_?([a-z0-9]+)/.exec(url) ?? [];
  if (internal) return `node:${internal}`;
  const file = url.replace(/^file:\/\//, "");
  if (file === callsSqlite) return "SQLite";
  const inPackage = file.split("node_modules/").at(-1);
  if (inPackage !== undefined && file.includes("node_modules/"))
    return inPackage.split("/", inPackage.startsWith("@") ? 2 : 1).join("/");
  if (/^https?:/.test(file)) return chunkOf(file);
  const own = path.relative(root, file).split(path.sep);
  return path.posix.join(...own.slice(0, own[1] === "features" ? 3 : 2));
}

/** A chunk of the browser's build by its name, without the hash behind it; inline scripts by their page. */
function chunkOf(url: string): string {
  const { pathname } = new URL(url);
  return pathname.replace(/^\/assets\//, "").replace(/-[\w-]{8}\.js$/, "") || "/";
}
