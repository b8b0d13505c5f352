import { globSync, readFileSync } from "node:fs";
import path from "node:path";

const root = path.resolve(import.meta.dirname, "../../..");
/** Which of the test files open databases that may lie on either engine, by themselves or by the support that they import. */
export function filesWithDatabase(patterns: readonly string[]): string[] {
  const known = new Map<string, boolean>();
  const opens = (file: string): boolean => {
    const before = known.get(file);
    if (before !== undefined) return before;
    // One that is asked about again while it is looked at is decided by what else it imports.
    known.set(file, false);
    const text = readFileSync(file, "utf8");
    const isOpening = /\b(openTestDatabase|testDatabaseUrl)\(/.test(text) || importsOf(file, text).some(opens);
    known.set(file, isOpening);
    return isOpening;
  };
  return globSync([...patterns], { cwd: root })
    .filter((file) => opens(path.join(root, file)))
    .sort();
}

/** What a file imports of the tests. */
function importsOf(file: string, text: string): string[] {
  const found = text.matchAll(/^import (?!type\b)[^;]*?"(\.[^"]+\.tsx?)";$/gm);
  return [...found]
    .map(([, imported = ""]) => path.resolve(path.dirname(file), imported))
    .filter((imported) => imported.startsWith(path.join(root, "tests/")));
}
