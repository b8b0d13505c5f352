/** What was asked for, by the names that the portal itself gives. */
export interface RouteNames {
  ofPath(path: string): string;
  /** Of one of the calls that a request makes of procedures. */
  ofCall(procedure: string): string;
}

/** What leads nowhere: a made-up address is the asker's choice, and neither a name nor a series of its own. */
export const noRoute = "none";

interface Node {
  children: Map<string, Node>;
  parameter?: Node;
  name?: string;
}

interface Known {
  /** Patterns such as `/websites/:id`; those with a `*` name nothing. */
  patterns: Iterable<string>;
  /** Whatever lies below one of these is one route. */
  below: readonly string[];
  procedures: ReadonlySet<string>;
}

/** Where a page asks for its data alone, it puts this behind its path. */
const dataEnd = ".data";

/** Finds names in a tree of segments, so that a request costs a few look-ups however many routes there are. */
export function openRouteNames({ patterns, below, procedures }: Known): RouteNames {
  const root: Node = { children: new Map() };
  for (const pattern of patterns) if (!pattern.includes("*")) add(root, pattern);
  return {
    ofPath(path) {
      const folder = below.find((each) => path.startsWith(`${each}/`));
      if (folder !== undefined) return folder;
      const page = path.endsWith(dataEnd) ? path.slice(0, -dataEnd.length).replace(/^\/_root$/, "/") : path;
      return find(root, segmentsOf(page), 0) ?? noRoute;
    },
    ofCall: (procedure) => (procedures.has(procedure) ? `rpc ${procedure}` : noRoute),
  };
}

const segmentsOf = (path: string) => path.split("/").filter((segment) => segment !== "");

function add(root: Node, pattern: string): void {
  // Hono writes what a parameter has to look like behind its name, and `?` where it may be missing.
  const segments = segmentsOf(pattern.replaceAll(/\{[^}]*\}|\?/g, ""));
  let node = root;
  for (const segment of segments) {
    const isParameter = segment.startsWith(":");
    const known = isParameter ? node.parameter : node.children.get(segment);
    const next: Node = known ?? { children: new Map() };
    if (isParameter) node.parameter = next;
    else node.children.set(segment, next);
    node = next;
  }
  node.name ??= `/${segments.join("/")}`;
}

/** What is written out comes before a parameter in its place. */
function find(node: Node, segments: readonly string[], index: number): string | undefined {
  const segment = segments[index];
  if (segment === undefined) return node.name;
  const child = node.children.get(segment);
  const found = child && find(child, segments, index + 1);
  return found ?? (node.parameter && find(node.parameter, segments, index + 1));
}
