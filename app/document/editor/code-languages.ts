import { createLowlight } from "lowlight";
import { codeGrammars } from "../../../contract/document/code-grammars.ts";

/** What the picker of a code block offers, under the names that people use. */
export const codeLanguages: readonly { id: string; name: string }[] = [
  { id: "apache", name: "Apache" },
  { id: "bash", name: "Bash" },
  { id: "css", name: "CSS" },
  { id: "diff", name: "Diff" },
  { id: "dns", name: "DNS-Zone" },
  { id: "dockerfile", name: "Dockerfile" },
  { id: "xml", name: "HTML, XML" },
  { id: "math", name: "Formel (LaTeX)" },
  { id: "http", name: "HTTP" },
  { id: "ini", name: "INI, TOML" },
  { id: "javascript", name: "JavaScript" },
  { id: "json", name: "JSON" },
  { id: "markdown", name: "Markdown" },
  { id: "nginx", name: "nginx" },
  { id: "php", name: "PHP" },
  { id: "powershell", name: "PowerShell" },
  { id: "python", name: "Python" },
  { id: "scss", name: "SCSS" },
  { id: "sql", name: "SQL" },
  { id: "typescript", name: "TypeScript" },
  { id: "yaml", name: "YAML" },
  { id: "mermaid", name: "Mermaid-Diagramm" },
];

const lowlight = createLowlight(codeGrammars);

/** Highlights code whose language is named; a guess would change its colours while somebody types. */
export const highlighter = {
  ...lowlight,
  highlightAuto: (text: string) => ({ type: "root", children: [{ type: "text", value: text }] }),
};

/** The picker's name for what stands in a document, which may be an alias such as `js`. */
export function languageId(language: unknown): string {
  if (typeof language !== "string" || language === "") return "";
  const known = codeLanguages.some(({ id }) => id === language);
  return known ? language : (codeLanguages.find(({ id }) => aliases[id]?.includes(language))?.id ?? language);
}

const aliases: Record<string, readonly string[]> = {
  bash: ["sh", "shell", "zsh", "console"],
  javascript: ["js", "jsx", "mjs", "cjs"],
  typescript: ["ts", "tsx", "mts", "cts"],
  xml: ["html", "svg", "xhtml"],
  markdown: ["md"],
  yaml: ["yml"],
  ini: ["toml"],
  math: ["latex", "tex"],
  dockerfile: ["docker"],
  python: ["py"],
  powershell: ["ps1", "pwsh"],
  dns: ["zone", "bind"],
};
