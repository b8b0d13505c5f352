import { common, createLowlight } from "lowlight";
import { codeGrammars } from "../../contract/document/code-grammars.ts";
import { escapeHtml } from "./html.ts";

const lowlight = createLowlight({ ...common, ...codeGrammars });
/** Longer code is shown in one colour: telling its words apart would hold up everybody else's page. */
const longest = 50_000;

type Root = ReturnType<typeof lowlight.highlight>;
type Child = Root["children"][number];

/** Code as HTML in which the words of its language carry classes; without a known language, escaped. */
export function highlight(code: string, language: string | null): string {
  if (!language || !lowlight.registered(language) || code.length > longest) return escapeHtml(code);
  return lowlight.highlight(language, code).children.map(write).join("");
}

function write(node: Child): string {
  if (node.type === "text") return escapeHtml(node.value);
  if (node.type !== "element") return "";
  const classes = node.properties.className;
  const name = Array.isArray(classes) ? classes.join(" ") : "";
  return `<span class="${escapeHtml(name)}">${node.children.map(write).join("")}</span>`;
}
