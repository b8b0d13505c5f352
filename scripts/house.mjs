/**
 * Measures how the code is cut: sizes, folders, fragments, type switches in the record engine, folder knots, duplicates
 * and casts.
 * `node scripts/house.mjs [--json] [--list] [--cut]`; `--list` names every find, `--cut` measures as JSON only what no change
 * may break: long functions, type switches and knots.
 *
 * - fragment: at most 45 lines with one static importer, in the same folder, that stays below 200 lines with it.
 *   Routes and whatever is imported dynamically (dialogs, workers) are not fragments.
 * - knot: folders that reach each other by value imports (static or dynamic), also over others.
 * - type switch: a place of app/records that names a record type: a comparison, a case or a key.
 * - duplicate: lines that stand twice, by scripts/house/duplicates.mjs.
 */
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import ts from "typescript";
import { findDuplicates, minDuplicateLines, readBody } from "./house/duplicates.mjs";

const maxFragmentLines = 45;
const maxFoldedLines = 200;
const maxFolderFiles = 25;
const maxFunctionLines = 100;

const root = path.resolve(import.meta.dirname, "..");
const { posix } = path;
const sides = ["app", "contract", "server"];

/** One file per URL or step of the schema: their number is not a matter of cut. */
const uncountedFolders = [/^app\/routes\b/, /^migrations\b/];

const isCode = (file) => /\.(ts|tsx|mjs|cjs)$/.test(file) && !file.endsWith(".d.ts") && !file.endsWith(".d.cts");
const isSource = (file) => /^(app|contract|server)\/.*\.tsx?$/.test(file) && isCode(file);

export function measureHouse() {
  const { names, files } = readFiles([...sides, "migrations", "scripts", "tests"]);
  const sources = [...files].filter(([file]) => isSource(file));
  return {
    sizes: Object.fromEntries(
      sides.map((side) => [side, sizesOf(inFolder(sources, `${side}/`).map(([, code]) => code.lines))]),
    ),
    all: sizesOf(sources.map(([, code]) => code.lines)),
    fullFolders: fullFolders(names),
    fragments: findFragments(files),
    ...cutOf(sources),
    duplicates: findDuplicates(sources),
    casts: Object.fromEntries(
      [...sides, "tests"].map((side) => [
        side,
        [...files].filter(([file]) => file.startsWith(`${side}/`)).reduce((sum, [, code]) => sum + code.casts, 0),
      ]),
    ),
  };
}

/** What no change may break, read of the sources alone. */
export const measureCut = () => cutOf([...readFiles(sides).files].filter(([file]) => isSource(file)));

function cutOf(sources) {
  const recordTypes = readRecordTypes();
  return {
    longFunctions: sources.flatMap(([file, code]) => code.longFunctions.map((found) => ({ file, ...found }))),
    typeSwitches: inFolder(sources, "app/records/").flatMap(([file, code]) =>
      code.names
        .filter(({ text }) => recordTypes.includes(text))
        .map(({ line, text }) => ({ place: `${file}:${line}`, type: text })),
    ),
    knots: {
      server: findKnots(inFolder(sources, "server/"), posix.dirname),
      appFeatures: findKnots(inFolder(sources, "app/features/"), (file) => file.split("/").slice(0, 3).join("/")),
    },
  };
}

const inFolder = (sources, prefix) => sources.filter(([file]) => file.startsWith(prefix));

function readFiles(tops) {
  const names = new Set(
    tops.flatMap((top) =>
      readdirSync(path.join(root, top), { recursive: true }).map((file) => `${top}/${file.split(path.sep).join("/")}`),
    ),
  );
  return { names, files: new Map([...names].filter(isCode).map((file) => [file, readCode(file, names)])) };
}

function readCode(file, names) {
  const text = readFileSync(path.join(root, file), "utf8");
  const source = ts.createSourceFile(
    file,
    text,
    ts.ScriptTarget.Latest,
    true,
    file.endsWith("x") ? ts.ScriptKind.TSX : undefined,
  );
  const code = {
    lines: text.split("\n").length - 1,
    imports: [],
    casts: 0,
    longFunctions: [],
    names: [],
    get body() {
      return readBody(text);
    },
  };
  const lineOf = (position) => source.getLineAndCharacterOfPosition(position).line + 1;
  const addImport = (specifier, { isType = false, isDynamic = false }) => {
    const target = resolveImport(file, specifier, names);
    if (target) code.imports.push({ target, isType, isDynamic });
  };
  const visit = (node) => {
    if (ts.isImportDeclaration(node)) {
      const named = node.importClause?.namedBindings;
      const isType =
        node.importClause?.isTypeOnly ||
        (!node.importClause?.name &&
          named &&
          ts.isNamedImports(named) &&
          named.elements.length > 0 &&
          named.elements.every((element) => element.isTypeOnly));
      addImport(node.moduleSpecifier.text, { isType: Boolean(isType) });
    } else if (ts.isExportDeclaration(node) && node.moduleSpecifier) {
      addImport(node.moduleSpecifier.text, { isType: node.isTypeOnly });
    } else if (isDynamicImport(node)) {
      addImport(node.arguments[0].text, { isDynamic: true });
    } else if (ts.isAsExpression(node) || ts.isTypeAssertionExpression(node)) {
      if (node.type.getText() !== "const") code.casts += 1;
    } else if (ts.isFunctionLike(node) && node.body) {
      const lines = lineOf(node.end) - lineOf(node.getStart()) + 1;
      const name = node.name?.getText() ?? node.parent.name?.getText?.() ?? "";
      if (lines > maxFunctionLines) code.longFunctions.push({ name, lines });
    }
    const name = comparedText(node);
    if (name !== undefined) code.names.push({ text: name, line: lineOf(node.getStart()) });
    ts.forEachChild(node, visit);
  };
  visit(source);
  return code;
}

/** `import("./x")`, `new URL("./x", import.meta.url)` and mocks: loaded by name, at a time of its own. */
function isDynamicImport(node) {
  const isImport = ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword;
  const isUrl = ts.isNewExpression(node) && node.expression.getText() === "URL";
  const argument = (isImport || isUrl) && node.arguments?.[0];
  return Boolean(argument && ts.isStringLiteralLike(argument) && argument.text.startsWith("."));
}

function resolveImport(file, specifier, names) {
  if (!specifier.startsWith(".")) return undefined;
  const target = posix.join(posix.dirname(file), specifier);
  return ["", ".ts", ".tsx", ".mjs"].map((ending) => target + ending).find((found) => names.has(found));
}

/**
 * The text that a node compares with or is a key of. `page` alone is also the page of a list and a variant of a value:
 * it counts in comparisons of a type only. A format of a text may have the name of a type (`domain`).
 */
function comparedText(node) {
  if (ts.isCaseClause(node) && ts.isStringLiteral(node.expression)) return node.expression.text;
  if (ts.isPropertyAssignment(node) && (ts.isIdentifier(node.name) || ts.isStringLiteral(node.name)))
    return node.name.text === "page" || isFormatOfText(node) ? undefined : node.name.text;
  if (!ts.isStringLiteral(node)) return undefined;
  if (ts.isArrayLiteralExpression(node.parent)) return node.text;
  return isComparison(node.parent) && !/\bvariant\b/.test(node.parent.getText()) ? node.text : undefined;
}

const isFormatOfText = ({ parent: { parent } }) =>
  ts.isVariableDeclaration(parent) && /\bTextFormat\b/.test(parent.type?.getText() ?? "");

function isComparison(node) {
  if (!ts.isBinaryExpression(node)) return false;
  const operator = node.operatorToken.kind;
  return [ts.SyntaxKind.EqualsEqualsEqualsToken, ts.SyntaxKind.ExclamationEqualsEqualsToken].includes(operator);
}

function readRecordTypes() {
  const text = readFileSync(path.join(root, "contract/records/record-types.ts"), "utf8");
  const list = /recordTypes = \[([^\]]*)\]/.exec(text)?.[1] ?? "";
  return [...list.matchAll(/"([^"]+)"/g)].map((found) => found[1]);
}

function sizesOf(lines) {
  const sorted = [...lines].sort((a, b) => a - b);
  const at = (share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  return {
    files: sorted.length,
    lines: sorted.reduce((sum, count) => sum + count, 0),
    median: at(0.5),
    p95: at(0.95),
    max: at(1),
  };
}

function fullFolders(names) {
  const counts = new Map();
  for (const file of [...names].filter((name) => isCode(name) || name.endsWith(".css"))) {
    const folder = posix.dirname(file);
    if (folder !== "." && !uncountedFolders.some((pattern) => pattern.test(folder)))
      counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  return [...counts]
    .filter(([, count]) => count > maxFolderFiles)
    .sort((a, b) => b[1] - a[1])
    .map(([folder, count]) => ({ folder, count }));
}

function findFragments(files) {
  const importers = new Map();
  const loaded = new Set();
  for (const [file, code] of files)
    for (const { target, isDynamic } of code.imports) {
      if (isDynamic) loaded.add(target);
      else importers.set(target, (importers.get(target) ?? new Set()).add(file));
    }
  return [...files]
    .filter(([file]) => isSource(file) && !file.startsWith("app/routes/"))
    .flatMap(([file, code]) => {
      const [importer, ...others] = importers.get(file) ?? [];
      if (!importer || others.length > 0 || loaded.has(file) || code.lines > maxFragmentLines) return [];
      if (posix.dirname(importer) !== posix.dirname(file)) return [];
      if (files.get(importer).lines + code.lines > maxFoldedLines) return [];
      return [{ file, lines: code.lines, importer: posix.basename(importer) }];
    });
}

/** The strongly connected components of more than one folder, largest first (Tarjan). */
function findKnots(sources, folderOf) {
  const edges = new Map(sources.map(([file]) => [folderOf(file), new Set()]));
  const known = new Set(sources.map(([file]) => file));
  for (const [file, code] of sources)
    for (const { target, isType } of code.imports)
      if (!isType && known.has(target) && folderOf(target) !== folderOf(file))
        edges.get(folderOf(file)).add(folderOf(target));
  const order = new Map();
  const low = new Map();
  const open = [];
  const knots = [];
  const walk = (folder) => {
    order.set(folder, order.size);
    low.set(folder, order.get(folder));
    open.push(folder);
    for (const next of edges.get(folder)) {
      if (!order.has(next)) walk(next);
      if (open.includes(next)) low.set(folder, Math.min(low.get(folder), low.get(next)));
    }
    if (low.get(folder) === order.get(folder)) knots.push(open.splice(open.indexOf(folder)));
  };
  for (const folder of edges.keys()) if (!order.has(folder)) walk(folder);
  return {
    folders: edges.size,
    knots: knots
      .filter((knot) => knot.length > 1)
      .map((knot) => knot.sort())
      .sort((a, b) => b.length - a.length),
  };
}

function print(house, { list }) {
  const rows = [];
  for (const [side, { files, lines, median, p95, max }] of [...Object.entries(house.sizes), ["all", house.all]])
    rows.push([`${side}: files / lines / median / p95 / max`, [files, lines, median, p95, max].join(" / ")]);
  rows.push([`folders over ${maxFolderFiles} files`, house.fullFolders.length]);
  rows.push(["fragments / their lines", `${house.fragments.length} / ${sum(house.fragments)}`]);
  rows.push([`functions over ${maxFunctionLines} lines`, house.longFunctions.length]);
  rows.push(["type switches in app/records", house.typeSwitches.length]);
  for (const [side, { folders, knots }] of Object.entries(house.knots))
    rows.push([`folder knots, ${side} (of ${folders})`, knots.map((knot) => knot.length).join(", ") || "0"]);
  rows.push([
    `duplicates from ${minDuplicateLines} lines / their lines`,
    `${house.duplicates.length} / ${sum(house.duplicates)}`,
  ]);
  rows.push(["casts app / contract / server / tests", Object.values(house.casts).join(" / ")]);
  const width = Math.max(...rows.map(([name]) => name.length));
  for (const [name, value] of rows) console.log(`${name.padEnd(width)}  ${value}`);
  if (!list) return;
  const sections = {
    folders: house.fullFolders.map(({ folder, count }) => `${count} ${folder}`),
    fragments: house.fragments.map(({ file, lines, importer }) => `${lines} ${file} -> ${importer}`),
    functions: house.longFunctions.map(({ file, name, lines }) => `${lines} ${file} ${name}`),
    "type switches": house.typeSwitches.map(({ place, type }) => `${place} ${type}`),
    duplicates: house.duplicates.map(({ places, lines }) => `${lines} ${places}`),
    knots: Object.values(house.knots).flatMap(({ knots }) => knots.map((knot) => knot.join(" "))),
  };
  for (const [name, lines] of Object.entries(sections)) console.log(`\n# ${name}\n${lines.join("\n")}`);
}

const sum = (found) => found.reduce((total, { lines }) => total + lines, 0);

if (process.argv[1] === import.meta.filename) {
  const house = process.argv.includes("--cut") ? measureCut() : measureHouse();
  if (process.argv.includes("--json") || process.argv.includes("--cut")) console.log(JSON.stringify(house, null, 2));
  else print(house, { list: process.argv.includes("--list") });
}
