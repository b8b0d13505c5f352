import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { parse } from "yaml";
import type { PageStatus, PageVisibility } from "../../contract/wiki/page-limits.ts";

export interface SampleVersion {
  by: string;
  daysAgo: number;
}

/** A page of the sample wiki as its file tells it. */
export interface SamplePage {
  slug: string;
  order: number;
  title: string;
  /** The file of the page above it. */
  in?: string;
  icon?: string;
  status?: PageStatus;
  visibility?: PageVisibility;
  owner?: string;
  /** Reviewed every so many months, the last time so many days ago. */
  review?: number;
  reviewed?: number;
  tags: string[];
  views?: number;
  template?: boolean;
  /** In the trash for so many days. */
  trashed?: number;
  versions: SampleVersion[];
  /** Markdown of all versions; a line may end with the versions that it belongs to, such as `<!-- 3-5 -->`. */
  body: string;
}

const folder = path.join(import.meta.dirname, "wiki");

/** Reads the pages of the sample wiki, those above before those below. */
export async function readSamplePages(): Promise<SamplePage[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith(".md"));
  const pages = await Promise.all(
    files.map(async (file) => toPage(file, await readFile(path.join(folder, file), "utf8"))),
  );
  return pages.sort((a, b) => a.order - b.order);
}

function toPage(file: string, text: string): SamplePage {
  const [, head = "", body = ""] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(text) ?? [];
  const {
    versions,
    tags = "",
    ...rest
  } = parse(head) as Record<"versions" | "tags", string> & Omit<SamplePage, "slug">;
  return {
    ...rest,
    slug: path.basename(file, ".md"),
    tags: tags ? tags.split(", ") : [],
    versions: versions.split(", ").map((version) => {
      const [, by = "", daysAgo] = /^(.+) ([\d.]+)$/.exec(version) ?? [];
      return { by, daysAgo: Number(daysAgo) };
    }),
    body,
  };
}

const range = /[ \t]*<!-- (\d+)-(\d*) -->$/;

/** What a page said in a version, counted from 1. */
export function textOfVersion({ body }: Pick<SamplePage, "body">, version: number): string {
  return body
    .split("\n")
    .flatMap((line) => {
      const [mark, from, to] = range.exec(line) ?? [];
      if (mark === undefined) return [line];
      const isPart = version >= Number(from) && (!to || version <= Number(to));
      return isPart ? [line.slice(0, -mark.length)] : [];
    })
    .join("\n");
}
