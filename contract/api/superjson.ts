import { isObject, requireValue } from "../narrowing.ts";

/**
 * superjson's format (version 1) for what calls of the portal hold: JSON, and beside it the names of what JSON has not, by the
 * paths that lead there. Version and kinds are those of the package; the server answers with that one for anything else.
 */
export interface Superjson {
  json: unknown;
  meta?: { values?: Tree; v?: number };
}

/** What stands at a path, what stands below it, or both. */
type Tree = readonly [kind: unknown, below?: Branches] | Branches;
interface Branches {
  readonly [path: string]: Tree;
}

type Annotation = ["Date"] | ["undefined"] | ["number"] | ["bigint"];

/** What a walk gives for a value that it does not write. */
const beyond = Symbol("beyond");

/**
 * Writes JSON values, undefined, numbers that JSON has not and valid dates; returns undefined for a value that holds anything
 * else. Only what needs a change is copied, and the annotations may stand in another order than superjson's. What occurs
 * twice is written twice.
 */
export function writeSuperjson(value: unknown): Superjson | undefined {
  const walk = new Walk();
  const json = walk.visit(value, 0);
  if (json === beyond) return undefined;
  return { json, ...(walk.values && { meta: { values: walk.values, v: 1 } }) };
}

class Walk {
  /** What is no JSON value, by the path that leads there; alone where it is the whole. */
  values: Record<string, Annotation> | Annotation | undefined;
  /** The keys that lead to what is being visited; those from `depth` on are left over from before. */
  private readonly keys: (string | number)[] = [];

  visit(value: unknown, depth: number): unknown {
    switch (typeof value) {
      case "string":
      case "boolean":
        return value;
      case "number":
        if (Number.isFinite(value) && !Object.is(value, -0)) return value;
        return this.annotate(["number"], depth, Object.is(value, -0) ? "-0" : String(value));
      case "bigint":
        return this.annotate(["bigint"], depth, String(value));
      case "undefined":
        return this.annotate(["undefined"], depth, null);
      case "object":
        return value === null ? null : this.visitObject(value, depth);
      default:
        return beyond;
    }
  }

  private visitObject(value: object, depth: number): unknown {
    if (Array.isArray(value)) return this.visitArray(value, depth);
    const prototype: unknown = Object.getPrototypeOf(value);
    if (prototype === Object.prototype || prototype === null)
      return this.visitPlain(value as Record<string, unknown>, depth);
    if (prototype !== Date.prototype || Number.isNaN((value as Date).getTime())) return beyond;
    return this.annotate(["Date"], depth, (value as Date).toISOString());
  }

  private visitArray(value: readonly unknown[], depth: number): unknown {
    let copy: unknown[] | undefined;
    for (let index = 0; index < value.length; index += 1) {
      const item = value[index];
      if (item === undefined && !(index in value)) return beyond;
      this.keys[depth] = index;
      const visited = this.visit(item, depth + 1);
      if (visited === beyond) return beyond;
      if (visited !== item) {
        copy ??= value.slice();
        copy[index] = visited;
      }
    }
    return copy ?? value;
  }

  private visitPlain(value: Record<string, unknown>, depth: number): unknown {
    let copy: Record<string, unknown> | undefined;
    for (const key of Object.keys(value)) {
      if (key === "__proto__" || key === "constructor" || key === "prototype") return beyond;
      const item = value[key];
      this.keys[depth] = key;
      const visited = this.visit(item, depth + 1);
      if (visited === beyond) return beyond;
      if (visited !== item) {
        copy ??= { ...value };
        copy[key] = visited;
      }
    }
    return copy ?? value;
  }

  private annotate(annotation: Annotation, depth: number, json: string | null): string | null {
    if (depth === 0) {
      this.values = annotation;
      return json;
    }
    let path = escapeKey(requireValue(this.keys[0]));
    for (let index = 1; index < depth; index += 1) path += `.${escapeKey(requireValue(this.keys[index]))}`;
    this.values ??= {};
    (this.values as Record<string, Annotation>)[path] = annotation;
    return json;
  }
}

/** A key within a path of superjson, whose dots part its keys. */
export const escapeKey = (key: string | number) =>
  typeof key === "string" && /[.\\]/.test(key) ? key.replace(/\\/g, "\\\\").replace(/\./g, "\\.") : String(key);

/**
 * Reads what superjson has written, in place: `written` is not to be used afterwards. An object that occurred twice is read as
 * two. Throws where it holds a kind of value that the portal's answers do not have.
 */
export function readSuperjson(written: Superjson): unknown {
  const holder: Record<string, unknown> = { json: written.json };
  if (written.meta?.values) putBack(written.meta.values, holder, "json");
  return holder.json;
}

/** Puts the values back that stand at `key` and below, those below first: a set is made of what it holds. */
function putBack(tree: Tree, holder: Record<string, unknown>, key: string): void {
  const [kind, below] = isBranches(tree) ? [undefined, tree] : tree;
  for (const [path, branch] of Object.entries(below ?? {})) {
    let at = holder;
    let last = key;
    for (const step of keysOn(path)) {
      const next = Object.hasOwn(at, last) ? at[last] : undefined;
      if (!isObject(next)) throw new Error(`superjson tells of ${path}, where nothing is`);
      at = next;
      last = step;
    }
    putBack(branch, at, last);
  }
  if (kind !== undefined) holder[key] = valueFor(kind, holder[key]);
}

const isBranches = (tree: Tree): tree is Branches => !Array.isArray(tree);

function valueFor(kind: unknown, json: unknown): unknown {
  if (kind === "Date") return new Date(String(json));
  if (kind === "undefined") return undefined;
  if (kind === "number") return Number(json);
  if (kind === "bigint") return BigInt(String(json));
  if (kind === "set" && Array.isArray(json)) return new Set(json);
  if (kind === "map" && Array.isArray(json)) return new Map(json);
  throw new Error(`superjson holds a value that is not read here: ${kind}`);
}

/** The keys of a path, whose dots and backslashes are escaped by a backslash. */
function keysOn(path: string): string[] {
  if (!path.includes("\\")) return path.split(".");
  const keys: string[] = [];
  let key = "";
  for (const [sign] of path.matchAll(/\\?./gs)) {
    if (sign === ".") {
      keys.push(key);
      key = "";
    } else key += sign.slice(-1);
  }
  return [...keys, key];
}
