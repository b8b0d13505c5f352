import { lstatSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { packagedChromiumFile } from "../../../server/browser/find-chromium.ts";
import { unpackChromium } from "../../../server/browser/unpack-chromium.ts";

const before = process.env.TMPDIR;
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "unpack-"));
  process.env.TMPDIR = folder;
});
afterEach(() => {
  if (before === undefined) delete process.env.TMPDIR;
  else process.env.TMPDIR = before;
  rmSync(folder, { recursive: true });
});

const modeOf = (file: string) => lstatSync(file).mode & 0o777;

it("can be run by another account, also where whoever unpacked it kept it to itself", async () => {
  const { size, mtimeMs } = lstatSync(packagedChromiumFile("chromium.br") ?? "");
  const own = process.getuid?.() ?? 0;
  const unpacked = path.join(folder, `techcenter-chromium-with-fonts-${own}-${size}-${Math.round(mtimeMs)}`);
  mkdirSync(path.join(unpacked, "lib"), { recursive: true, mode: 0o700 });
  writeFileSync(path.join(unpacked, "chromium"), "", { mode: 0o700 });
  writeFileSync(path.join(unpacked, "lib/libnss3.so"), "", { mode: 0o600 });
  const found = await unpackChromium();
  expect(found?.executable).toBe(path.join(unpacked, "chromium"));
  for (const file of ["", "chromium", "lib", "lib/libnss3.so"]) expect(modeOf(path.join(unpacked, file))).toBe(0o755);
});

it.skipIf(!packagedChromiumFile("chromium.br"))("has a font for systems that have none, beside theirs", async () => {
  const found = await unpackChromium();
  const config = readFileSync(found?.fontConfig ?? "", "utf8");
  expect(config).toContain("/etc/fonts/fonts.conf");
  const [, fonts = ""] = /<dir>(.*)<\/dir>/.exec(config) ?? [];
  expect(fonts.startsWith(folder)).toBe(true);
  expect(modeOf(path.join(fonts, "Open_Sans/OpenSans-Regular.ttf"))).toBe(0o755);
});
