/** The types of files in which words are looked for. */
export const readableTypes = [
  "application/pdf",
  "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
  "text/plain",
  "text/markdown",
] as const;
export const maxExtractedBytes = 20 * 1024 * 1024;
