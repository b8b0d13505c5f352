import { globSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

const leastBytes = 1024;

/** Writes `.br` and `.gz` beside every text file of the browser's build, so that no request pays for compressing. */
export function compressAssets(folder: string): void {
  for (const name of globSync("**/*.{js,css,svg}", { cwd: folder })) {
    const file = path.join(folder, name);
    const content = readFileSync(file);
    if (content.length < leastBytes) continue;
    writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }));
    writeFileSync(`${file}.br`, brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }));
  }
}
