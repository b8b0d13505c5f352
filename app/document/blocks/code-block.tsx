import { CodeBlockLowlight } from "@tiptap/extension-code-block-lowlight";
import { NodeViewContent, NodeViewWrapper, type ReactNodeViewProps, ReactNodeViewRenderer } from "@tiptap/react";
import { createLowlight } from "lowlight";
import { ChevronDown, Code } from "lucide-react";
import { codeGrammars } from "../../../contract/document/code-grammars.ts";
import { CopyButton } from "../../ui/copy-button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { MermaidPreview } from "./diagram.tsx";
import { type EditorBlock, focused } from "./editor-block.ts";

/** Code with its language and a copy; a diagram is drawn below what describes it. */
function CodeBlockView({ node, editor, updateAttributes }: ReactNodeViewProps) {
  const language = languageId(node.attrs.language);
  const isListed = language === "" || codeLanguages.some(({ id }) => id === language);
  return (
    <NodeViewWrapper className="code-block">
      <div contentEditable={false} className="flex items-center gap-1 pl-2 pr-1 pt-1">
        <span className="relative">
          <select
            aria-label="Sprache des Codes"
            disabled={!editor.isEditable}
            value={language}
            onChange={({ target }) => updateAttributes({ language: target.value || null })}
            className="h-7 cursor-pointer appearance-none rounded-6 bg-transparent py-0 pl-2 pr-7 text-label text-text-2 hover:bg-tint-7 disabled:opacity-100 max-md:h-11 max-md:text-input"
          >
            <option value="">Nur Text</option>
            {!isListed && <option value={language}>{language}</option>}
            {codeLanguages.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
          <Icon
            of={ChevronDown}
            size={14}
            className="pointer-events-none absolute right-2 top-1/2 -translate-y-1/2 text-text-3"
          />
        </span>
        <span className="ml-auto">
          <CopyButton text={node.textContent} label="Code kopieren" />
        </span>
      </div>
      <pre spellCheck={false}>
        <NodeViewContent<"code"> as="code" aria-label="Code" />
      </pre>
      {language === "mermaid" && <MermaidPreview source={node.textContent} />}
    </NodeViewWrapper>
  );
}

export const codeBlock: EditorBlock = {
  entries: [
    {
      id: "codeBlock",
      name: "Code",
      group: "Einfügen",
      icon: Code,
      typed: "```",
      keywords: "quelltext programm snippet befehl terminal",
      run: (editor) => focused(editor).setCodeBlock().run(),
    },
  ],
  views: {
    codeBlock: ({ options }) =>
      CodeBlockLowlight.extend({ addNodeView: () => ReactNodeViewRenderer(CodeBlockView) }).configure({
        ...options,
        lowlight: highlighter,
        enableTabIndentation: true,
        tabSize: 2,
      }),
  },
};

/** What the picker of a code block offers, under the names that people use. */
const codeLanguages: readonly { id: string; name: string }[] = [
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
const highlighter = {
  ...lowlight,
  highlightAuto: (text: string) => ({ type: "root", children: [{ type: "text", value: text }] }),
};

/** The picker's name for what stands in a document, which may be an alias such as `js`. */
function languageId(language: unknown): string {
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
