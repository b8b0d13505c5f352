import { readFileSync } from "node:fs";
import { createRequire, registerHooks } from "node:module";
import { fileURLToPath } from "node:url";

const ofPages = /\/app\/.*\.tsx?$/;
/** What Vite tells modules of pages on the server. */
const environment = "import.meta.env = { SSR: true };";

/**
 * Has Node load modules of pages: it knows neither JSX nor what Vite tells of their surroundings. TypeScript is loaded with
 * the first of them that needs it.
 */
registerHooks({
  load(url, context, next) {
    // Styles are the browser's.
    if (url.endsWith(".css")) return { format: "module", source: "", shortCircuit: true };
    if (!ofPages.test(url)) return next(url, context);
    const file = fileURLToPath(url);
    const source = readFileSync(file, "utf8");
    if (file.endsWith(".ts") && !source.includes("import.meta.env")) return next(url, context);
    return { format: "module", source: environment + translate(source, file), shortCircuit: true };
  },
});

function translate(source: string, fileName: string): string {
  const ts: typeof import("typescript") = createRequire(import.meta.url)("typescript");
  const { outputText } = ts.transpileModule(source, {
    fileName,
    compilerOptions: {
      jsx: ts.JsxEmit.ReactJSX,
      module: ts.ModuleKind.ESNext,
      target: ts.ScriptTarget.ESNext,
      verbatimModuleSyntax: true,
    },
  });
  return outputText;
}
