import { mkdirSync, readdirSync, rmSync, statSync } from "node:fs";
import path from "node:path";
import { launchChromium } from "../tests/support/browser/chromium.ts";
import { buildApp } from "./build-app.ts";
import { scenes } from "./screenshots/scenes.ts";
import { type Look, openStudio } from "./screenshots/studio.ts";

/**
 * `npm run screenshots`: every state of the portal in both themes, wide and on a phone, under docs/screenshots.
 * Names after `--` narrow it down: `npm run screenshots -- panel palette`.
 */
const folder = path.resolve(import.meta.dirname, "../docs/screenshots");
const wanted = process.argv.slice(2);
const looks: Look[] = [
  { width: 1440, height: 900, theme: "light" },
  { width: 1440, height: 900, theme: "dark" },
  { width: 390, height: 844, theme: "light" },
  { width: 390, height: 844, theme: "dark" },
];

await buildApp();
if (wanted.length === 0) rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
const browser = await launchChromium();
try {
  const failures = (await Promise.all(looks.map(shootAll))).flat();
  for (const failure of failures) process.stderr.write(`${failure}\n`);
  if (failures.length > 0) process.exitCode = 1;
} finally {
  await browser.close();
}
const pictures = readdirSync(folder);
const bytes = pictures.reduce((sum, file) => sum + statSync(path.join(folder, file)).size, 0);
process.stderr.write(`${pictures.length} Bilder, ${(bytes / 1024 / 1024).toFixed(1)} MB\n`);

async function shootAll(look: Look): Promise<string[]> {
  const studio = await openStudio(browser, look);
  const failures: string[] = [];
  try {
    for (const [name, scene] of Object.entries(scenes)) {
      const isWanted = wanted.length === 0 || wanted.some((prefix) => name.startsWith(prefix));
      if (!isWanted || (scene.width && scene.width !== look.width)) continue;
      await studio.shoot(scene, path.join(folder, `${name}-${look.width}-${look.theme}.png`)).catch((error: Error) => {
        failures.push(`${name}-${look.width}-${look.theme}: ${error.message}`);
      });
    }
  } finally {
    await studio.close();
  }
  return failures;
}
