import { existsSync, globSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

const minBytes = 1024;
const packBrotli = promisify(brotliCompress);
const packGzip = promisify(gzip);

/** The text files of the browser's build that have no compressed copy beside them yet. */
export function filesToCompress(folder: string): string[] {
  return globSync("**/*.{js,mjs,css,svg}", { cwd: folder })
    .map((name) => path.join(folder, name))
    .filter((file) => !existsSync(`${file}.br`));
}

/** Writes `.br` and `.gz` beside each of these files, so that no request pays for compressing; on every core. */
export async function compressFiles(files: readonly string[]): Promise<void> {
  await Promise.all(
    files.map(async (file) => {
      const content = await readFile(file);
      if (content.length < minBytes) return;
      await writeFile(`${file}.gz`, await packGzip(content, { level: 9 }));
      await writeFile(`${file}.br`, await packBrotli(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }));
    }),
  );
}
