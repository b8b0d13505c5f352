import type { PageStatus, PageVisibility } from "./page-limits.ts";

/** As what pages leave the portal; also the ends of the URLs below `/api/export/wiki/`. */
export const pageExportFormats = { zip: "Markdown (ZIP)", "html.zip": "HTML (ZIP)", pdf: "PDF" } as const;
export type PageExportFormat = keyof typeof pageExportFormats;

/** Where a page, with what lies below it or without, is had as a file; likewise the whole wiki, and selected pages. */
export function pageExportPath(what: string | "all" | "selected", format: PageExportFormat, { alone = false } = {}) {
  return `/api/export/wiki/${encodeURIComponent(what)}.${format}${alone ? "?alone=1" : ""}`;
}

/** Where the portal says which formats it can make. */
export const possibleFormatsPath = "/api/export/wiki/formats";
export interface PossibleFormats {
  /** Whether there is a browser that prints. */
  pdf: boolean;
}

/** What the import reads; HTML travels as text, because the portal keeps no HTML. */
export const pageImportExtensions = ["md", "markdown", "txt", "html", "htm", "docx", "zip"] as const;
export const maxImportedFiles = 50;

/** What the head of an exported page says of it. */
export interface PageMeta {
  id?: string;
  title?: string;
  icon?: string;
  status?: PageStatus;
  visibility?: PageVisibility;
  tags?: string[];
  /** Mail address or name. */
  responsible?: string;
  reviewEveryMonths?: number;
  position?: number;
  isTemplate?: boolean;
  /** Paths of files that hang on the page without standing in its text. */
  attachments?: string[];
  /** By their paths in the archive: the names of files that no path could bear. */
  fileNames?: Record<string, string>;
}

/** `aborted` is what could not go on: with the pages that it has made, it can be continued or undone. */
export type PageImportState = "checking" | "checked" | "running" | "finished" | "aborted" | "undone" | "failed";

/** A page of an import, before and after it was made. */
export interface PlannedPage {
  index: number;
  /** The index of the page above it; null below the place that was chosen. */
  parent: number | null;
  title: string;
  icon: string | null;
  /** The file that it comes from; empty where only a folder says that there is a page. */
  path: string;
  files: number;
  warnings: string[];
  /** Why it cannot be taken over. */
  problem: string | null;
  /** Of the page that it became. */
  pageId: string | null;
}

/** How an import stands. */
export interface PageImport {
  id: string;
  state: PageImportState;
  /** The names of the files that were given. */
  names: string[];
  parent: { id: string | null; title: string };
  pages: PlannedPage[];
  /** Files of the archive that no page speaks of. */
  unused: number;
  /** Names of some of these and of hidden folders. */
  leftOut: string[];
  /** Pages whose turn has come. */
  done: number;
  /** Pages of an import that broke off whose turn has not come; it can go on with them. */
  rest: number;
  problem: string | null;
  undo: { trashed: number; kept: number } | null;
}
