import { z } from "../../../contract/zod.ts";

/** A part of a WordPress in which something is known to be wrong. */
export interface KnownVulnerability {
  id: string;
  kind: "core" | "plugin" | "theme";
  slug: string;
  title: string;
  ranges: VersionRange[];
  patchedIn: string | null;
  /** CVSS, from 0 to 10. */
  score: number | null;
  url: string | null;
}

export interface VersionRange {
  /** Null where it is all before or after. */
  from: string | null;
  to: string | null;
  hasFrom: boolean;
  hasTo: boolean;
}

const version = z.string().max(60);
const range = z.object({
  from_version: version,
  from_inclusive: z.boolean(),
  to_version: version,
  to_inclusive: z.boolean(),
});

/** A record of Wordfence Intelligence, version 3, as far as it is needed. */
const record = z.object({
  id: z.string().max(80),
  title: z.string().max(1000),
  informational: z.boolean().optional(),
  software: z
    .array(
      z.object({
        type: z.enum(["core", "plugin", "theme"]),
        slug: z.string().max(200),
        affected_versions: z.record(z.string(), range),
        patched_versions: z.array(version).nullish(),
      }),
    )
    .max(500),
  cvss: z.object({ score: z.number().min(0).max(10) }).nullish(),
  references: z.array(z.string().max(2000)).nullish(),
});

/** What an entry of the feed says of each software that it concerns; nothing where it cannot be read or only informs. */
export function readEntry(text: string): KnownVulnerability[] {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return [];
  }
  const { data } = record.safeParse(parsed);
  if (!data || data.informational) return [];
  const { id, title, cvss, references, software } = data;
  const url = references?.find((each) => each.startsWith("https://")) ?? null;
  return software.map(({ type, slug, affected_versions: affected, patched_versions: patched }) => ({
    id,
    kind: type,
    slug,
    title: title.slice(0, 300),
    url,
    score: cvss?.score ?? null,
    ranges: Object.values(affected).map((each) => ({
      from: bound(each.from_version),
      hasFrom: each.from_inclusive,
      to: bound(each.to_version),
      hasTo: each.to_inclusive,
    })),
    patchedIn: patched?.at(-1) ?? null,
  }));
}

const bound = (text: string) => (text === "*" ? null : text);

/**
 * Takes a JSON object apart into the texts of its values while it comes in, whatever the whole weighs. A value above
 * `maxEntry` characters is left out; values that are no objects are, too.
 */
export function openEntrySplitter(maxEntry = 1_000_000): (chunk: string) => string[] {
  let depth = 0;
  let isInText = false;
  let isEscaped = false;
  let kept = "";
  let isTooLong = false;
  return (chunk) => {
    const entries: string[] = [];
    let start = depth >= 2 ? 0 : -1;
    const take = (end: number) => {
      if (start < 0) return;
      if (kept.length + end - start > maxEntry) isTooLong = true;
      kept = isTooLong ? "" : kept + chunk.slice(start, end);
    };
    for (let at = 0; at < chunk.length; at += 1) {
      const code = chunk.charCodeAt(at);
      if (isInText) {
        if (isEscaped) isEscaped = false;
        else if (code === 0x5c) isEscaped = true;
        else if (code === 0x22) isInText = false;
        continue;
      }
      if (code === 0x22) isInText = true;
      else if (code === 0x7b || code === 0x5b) {
        depth += 1;
        if (depth === 2) start = at;
      } else if (code === 0x7d || code === 0x5d) {
        if (depth === 2) {
          take(at + 1);
          if (!isTooLong) entries.push(kept);
          kept = "";
          isTooLong = false;
          start = -1;
        }
        depth -= 1;
      }
    }
    take(chunk.length);
    return entries;
  };
}
