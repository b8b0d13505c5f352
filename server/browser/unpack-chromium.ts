import { createReadStream, createWriteStream, lstatSync } from "node:fs";
import { access, chmod, mkdir, mkdtemp, readdir, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { createBrotliDecompress } from "node:zlib";
import { escapeHtml } from "../../contract/document/html.ts";
import { packagedChromiumFile } from "./find-chromium.ts";

export interface UnpackedChromium {
  executable: string;
  /** Libraries that the system may not have. */
  libraries: string;
  /** Which fonts there are: those of the system, and one for systems that have none and would print empty pages. */
  fontConfig: string;
}

const archives = ["al2023.tar.br", "swiftshader.tar.br", "fonts.tar.br"];

/**
 * The packaged Chromium as files that every account may read, unpacked once for each version; undefined where the
 * package is left out. A folder of the same name that belongs to somebody else is not trusted.
 */
export async function unpackChromium(): Promise<UnpackedChromium | undefined> {
  const program = packagedChromiumFile("chromium.br");
  if (!program) return undefined;
  const { size, mtimeMs } = lstatSync(program);
  const own = process.getuid?.() ?? 0;
  const folder = path.join(tmpdir(), `techcenter-chromium-with-fonts-${own}-${size}-${Math.round(mtimeMs)}`);
  const unpacked = {
    executable: path.join(folder, "chromium"),
    libraries: path.join(folder, "lib"),
    fontConfig: path.join(folder, "fonts.conf"),
  };
  if (await exists(folder)) {
    const { uid, mode } = lstatSync(folder);
    if (uid !== own || (mode & 0o022) !== 0) throw new Error(`${folder} belongs to somebody else`);
    if ((lstatSync(unpacked.executable).mode & 0o005) !== 0o005) await openToAll(folder);
    return unpacked;
  }
  const building = await mkdtemp(`${folder}-`);
  try {
    await pipeline(
      createReadStream(program),
      createBrotliDecompress(),
      createWriteStream(path.join(building, "chromium"), { mode: 0o755 }),
    );
    for (const archive of archives) await unpackArchive(archive, building);
    await writeFile(path.join(building, "fonts.conf"), fontsOf(path.join(folder, "fonts")));
    await openToAll(building);
    // Another process was faster and has written the same files.
    await rename(building, folder).catch(async (error: unknown) => {
      if (!(await exists(folder))) throw error;
    });
  } finally {
    await rm(building, { recursive: true, force: true });
  }
  return unpacked;
}

/** In place of the package's own, whose folders are those of a cloud. */
const fontsOf = (folder: string) => `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <include ignore_missing="yes">/etc/fonts/fonts.conf</include>
  <dir>${escapeHtml(folder)}</dir>
  <cachedir prefix="xdg">fontconfig</cachedir>
</fontconfig>
`;

async function unpackArchive(name: string, folder: string): Promise<void> {
  const archive = packagedChromiumFile(name);
  if (!archive) return;
  const { extract } = await import("tar-stream");
  const unpack = extract();
  const reading = pipeline(createReadStream(archive), createBrotliDecompress(), unpack);
  for await (const entry of unpack) {
    const target = path.join(folder, path.posix.normalize(`/${entry.header.name}`));
    if (entry.header.type === "directory") await mkdir(target, { recursive: true, mode: 0o755 });
    if (entry.header.type !== "file") {
      entry.resume();
      continue;
    }
    await mkdir(path.dirname(target), { recursive: true, mode: 0o755 });
    await pipeline(entry, createWriteStream(target, { mode: 0o755 }));
  }
  await reading;
}

/** Whatever the process withholds from the files that it creates: the browser runs by another account. */
async function openToAll(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true });
  for (const entry of ["", ...entries]) await chmod(path.join(folder, entry), 0o755);
}

const exists = (file: string) =>
  access(file).then(
    () => true,
    () => false,
  );
