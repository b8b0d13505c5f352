import { filesWithDatabase } from "./files-with-database.ts";

/** The project of vitest that runs them beside SQLite. */
export const partName = "postgres-part";

/** Files of features whose commands stand under another name than the feature's. */
const others = [
  "checks/commands",
  "devices/movements",
  "records/records-commands",
  "records/records-filters",
  "security/sign-in",
  "terms/term-commands",
  "wiki/pages",
  "wiki/wiki-tree",
].map((name) => `tests/features/${name}.test.ts`);

/**
 * What runs on Postgres with every `npm test`: of each feature the file that is named as it, which calls its commands
 * and reads what they have written, and of large features some more. Everything runs by `npm test postgres`.
 */
export const filesOnPostgres = (): string[] =>
  filesWithDatabase([...others, "tests/features/*/*.test.ts"]).filter(
    (file) => others.includes(file) || isNamedAsFolder(file),
  );

const isNamedAsFolder = (file: string): boolean => {
  const [name, folder] = file.split("/").reverse();
  return name === `${folder}.test.ts`;
};
