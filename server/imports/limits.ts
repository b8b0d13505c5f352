/** What an import file may hold; beyond it the person is asked to split the file. */
export const limits = {
  rows: 100_000,
  columns: 200,
  /** Master data of DATEV, which are known by their first cell, have 254. */
  datevColumns: 300,
  /** What a cell of a spreadsheet may hold; longer than any field, and than what stands before a guarded one. */
  cellLength: 32_767,
  /** Of everything packed into an XLSX file, once unpacked. */
  unpackedBytes: 80 * 1024 * 1024,
  sheets: 50,
} as const;

/** A file that cannot be read; the sentence is for the person. */
export class UnreadableFile extends Error {
  override name = "UnreadableFile";
  readonly code: "unreadable" | "tooLarge" | "tooManyRows" | "tooManyColumns";

  constructor(
    message: string,
    { code = "unreadable", cause }: { code?: UnreadableFile["code"]; cause?: unknown } = {},
  ) {
    super(message, { cause });
    this.code = code;
  }
}

const whole = new Intl.NumberFormat("de-DE");

export const tooManyRows = () =>
  new UnreadableFile(`Die Datei hat mehr als ${whole.format(limits.rows)} Zeilen. Bitte teile sie auf.`, {
    code: "tooManyRows",
  });
export const tooManyColumns = () =>
  new UnreadableFile(`Die Datei hat mehr als ${limits.columns} Spalten. Bitte entferne, was du nicht brauchst.`, {
    code: "tooManyColumns",
  });
