import { UnreadableFile } from "../../../imports/limits.ts";

const mb = 1024 * 1024;

/** What an import of pages may hold; beyond it the person is asked to split it. */
export const limits = {
  entries: 10_000,
  pages: 2000,
  /** Of everything in an archive, once unpacked. */
  unpackedBytes: 300 * mb,
  /** Of one text, before it is read. */
  textBytes: 2 * mb,
  /** Of one DOCX file once unpacked. */
  documentBytes: 100 * mb,
  fileBytes: 50 * mb,
  warningsPerPage: 8,
} as const;

/** How long the reading of one page may take. Markdown can be written so that it takes for ever. */
export const patienceMs = 10_000;

export { UnreadableFile };
export const damaged = () => new UnreadableFile("Die Datei ist beschädigt.");
