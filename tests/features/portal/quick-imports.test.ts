import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { expect, it } from "vitest";
import { temporaryFolder } from "../../support/temporary-folders.ts";

const quickImports = path.resolve(import.meta.dirname, "../../../server/portal/quick-imports.ts");

/** What a program of these files prints, with quick imports and without, or what its import fails with. */
function run(files: Record<string, string>): { quick: string; plain: string } {
  const folder = temporaryFolder("quick-imports");
  for (const [name, text] of Object.entries(files)) {
    const file = path.join(folder, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  const main = JSON.stringify(pathToFileURL(path.join(folder, "main.ts")).href);
  const printing = `console.log(await import(${main}).then(({ said }) => said, (error) => "failed: " + error.message))`;
  const quickly = `const { quickenImports } = await import(${JSON.stringify(pathToFileURL(quickImports).href)});
    quickenImports(); ${printing}`;
  const print = (program: string) => {
    const { stdout, stderr } = spawnSync(process.execPath, ["--input-type=module", "--eval", program], {
      cwd: folder,
      encoding: "utf8",
    });
    expect(stderr).toBe("");
    return stdout.trim();
  };
  return { quick: print(quickly), plain: print(printing) };
}

it("fails for a file that is not there, and says which", () => {
  const { quick, plain } = run({ "main.ts": 'export { said } from "./parts/absent.ts";' });
  expect(plain).toMatch(/^failed: .*absent\.ts/);
  expect(quick).toMatch(/^failed: .*absent\.ts/);
});

it("fails for a package that is not there", () => {
  const { quick, plain } = run({ "main.ts": 'export { said } from "absent";' });
  expect(plain).toMatch(/^failed: .*'absent'/);
  expect(quick).toBe(plain);
});

it("gives a folder within a package its own kind, and names of its own to the package", () => {
  const files = {
    "package.json": '{ "type": "module" }',
    "main.ts": `import { own } from "mixed";
      import old from "mixed/old/index.js";
      import { again } from "./parts/../parts/one two.ts";
      export const said: string = [own, old.part, again].join(" ");`,
    "parts/one two.ts": 'import { deep } from "../parts/deep/deep.ts"; export const again: string = deep;',
    "parts/deep/deep.ts": 'import { up } from "../../up.ts"; export const deep: string = "deep" + up;',
    "up.ts": 'export const up = "-up";',
    "node_modules/mixed/package.json":
      '{ "type": "module", "exports": { ".": "./index.js", "./old/*": "./old/*" }, "imports": { "#own": "./own.js" } }',
    "node_modules/mixed/index.js": 'export { own } from "#own"; import "./old/index.js"; import "./old/part.js";',
    "node_modules/mixed/own.js": 'export const own = "own";',
    "node_modules/mixed/old/package.json": '{ "type": "commonjs" }',
    "node_modules/mixed/old/index.js": 'module.exports = { part: require("./part.js") };',
    "node_modules/mixed/old/part.js": 'module.exports = "old";',
  };
  const { quick, plain } = run(files);
  expect(plain).toBe("own old deep-up");
  expect(quick).toBe(plain);
});

it("gives each package its own version of another, and every kind of module", () => {
  const files = {
    "package.json": '{ "type": "module" }',
    "main.ts": `import { outer } from "outer";
      import { inner } from "inner";
      import old from "old";
      import { part } from "./parts/part.ts";
      export const said: string = [outer, inner, old, part].join(" ");`,
    "parts/part.ts": `import { inner } from "inner";
      import { createRequire } from "node:module";
      export const part: string = inner + createRequire(import.meta.url)("both");`,
    "node_modules/inner/package.json": '{ "type": "module", "exports": "./index.js" }',
    "node_modules/inner/index.js": 'export const inner = "inner-1";',
    "node_modules/outer/package.json": '{ "type": "module", "exports": "./index.js" }',
    "node_modules/outer/index.js": 'export { outer } from "./lib/deep.js";',
    "node_modules/outer/lib/deep.js": 'import { inner } from "inner"; export const outer = "outer of " + inner;',
    "node_modules/outer/node_modules/inner/package.json": '{ "type": "module", "exports": "./index.js" }',
    "node_modules/outer/node_modules/inner/index.js": 'export const inner = "inner-2";',
    "node_modules/old/package.json": '{ "main": "index.js" }',
    "node_modules/old/index.js": 'module.exports = require("./part") + require("both");',
    "node_modules/old/part.js": 'module.exports = "old";',
    "node_modules/both/package.json": '{ "exports": { "import": "./import.mjs", "require": "./require.cjs" } }',
    "node_modules/both/import.mjs": 'export default "-imported";',
    "node_modules/both/require.cjs": 'module.exports = "-required";',
  };
  const { quick, plain } = run(files);
  expect(plain).toBe("outer of inner-2 inner-1 old-required inner-1-required");
  expect(quick).toBe(plain);
});
