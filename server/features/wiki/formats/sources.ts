import type { PageMeta } from "../../../../contract/wiki/page-transfer.ts";

/** A file that an import was given, as the person named it or as it lies in an archive. */
export interface SourceFile {
  path: string;
  size: number;
  bytes(): Uint8Array;
}

export type SourceText =
  | { markdown: string; isOwn: boolean }
  | { html: string }
  | { docx: Uint8Array }
  /** A document as Outline's JSON has it. */
  | { outline: unknown }
  | { empty: true };

/** A page that an import would make. */
export interface SourcePage {
  /** Where it lies, with its extension; its relative URLs begin there. */
  path: string;
  title: string;
  meta: PageMeta;
  parent: SourcePage | undefined;
  /** Further URLs by which others lead to it. */
  names: string[];
  warnings: string[];
  /** Reads its text; throws UnreadableFile. */
  text(): SourceText;
}

export interface Sources {
  pages: SourcePage[];
  files: SourceFile[];
  /** Further names of files: where they lie, by what their wiki calls them. */
  aliases?: Map<string, string>;
  /** Paths of files that no page can speak of, as they lie in hidden folders. */
  hidden?: string[];
}

/** A path from a file to what it names, both in the same archive; undefined when it leads out. */
export function pathFrom(file: string, url: string): string | undefined {
  const parts = url.startsWith("/") ? [] : file.split("/").slice(0, -1);
  for (const part of url.split("/")) {
    if (part === "" || part === ".") continue;
    if (part !== "..") parts.push(part);
    else if (parts.pop() === undefined) return undefined;
  }
  return parts.join("/").normalize("NFC");
}

export const extensionOf = (path: string) => /\.([A-Za-z0-9]+)$/.exec(path)?.[1]?.toLowerCase() ?? "";
export const stemOf = (path: string) => path.replace(/\.[A-Za-z0-9]+$/, "");
export const nameOf = (path: string) => path.split("/").at(-1) ?? path;
