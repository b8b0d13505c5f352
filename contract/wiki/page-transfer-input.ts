import { id } from "../pagination.ts";
import { z } from "../zod.ts";
import { newPageOptions } from "./page-input.ts";
import { maxImportedFiles } from "./page-transfer.ts";

const markdown = z.string().max(1_000_000, "Inhalt: Höchstens 1 MB Markdown.");

export const checkPageImport = z.strictObject({
  /** Of files that the person has uploaded and confirmed. */
  keys: z.array(id).min(1).max(maxImportedFiles, `Dateien: Höchstens ${maxImportedFiles} auf einmal.`),
});
export const onePageImport = z.strictObject({ id });
export const runPageImport = z.strictObject({ id, parentId: id.nullable().default(null) });

export const readPageMarkdown = z.strictObject({ id });
export const writePageMarkdown = z.strictObject({
  id,
  markdown,
  /** The version of the content that the change begins with; refuses when somebody has written meanwhile. */
  contentVersion: z.number().int().min(0).optional(),
});
/** Beside the fields of the page. */
export const createPageOf = newPageOptions.extend({ markdown: markdown.optional() });
