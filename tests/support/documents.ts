import { cleanDocument } from "../../contract/document/clean.ts";
import type { DocumentJson, DocumentNode } from "../../contract/document/json.ts";

type Mark = NonNullable<DocumentNode["marks"]>[number];

export const text = (words: string, ...marks: (string | Mark)[]): DocumentNode => ({
  type: "text",
  text: words,
  ...(marks.length ? { marks: marks.map((mark) => (typeof mark === "string" ? { type: mark } : mark)) } : {}),
});
export const paragraph = (...content: DocumentNode[]): DocumentNode => ({ type: "paragraph", content });
export const documentOf = (...content: DocumentNode[]): DocumentJson => cleanDocument({ type: "doc", content });
export const link = (href: string): Mark => ({ type: "link", attrs: { href } });

/** Documents by chance, the same ones for the same seed, with all that Markdown and HTML could trip over. */
export function randomDocument(seed: number): DocumentJson {
  const chance = new Chance(seed);
  return documentOf(...chance.some(1, 5, () => block(chance, 0)));
}

class Chance {
  #state: number;

  constructor(seed: number) {
    this.#state = seed * 2654435761 + 1;
  }

  below(limit: number): number {
    // mulberry32
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % limit;
  }

  one<Choice>(choices: readonly Choice[]): Choice {
    return choices[this.below(choices.length)] as Choice;
  }

  some<Made>(least: number, most: number, make: () => Made): Made[] {
    return Array.from({ length: least + this.below(most - least + 1) }, make);
  }
}

const words = [
  ..."Server Umzug Größe naïve 日本 👍🏽 Vec<String> a_b_c x*y* **nicht** __auch__ ~weg~ # ## - + 1. 2) > | || \\ \\| ` `` !".split(
    " ",
  ),
  ...[
    "![x](y)",
    "[a]",
    "[a](b)",
    "[ ]",
    "[x]",
    "[!NOTE]",
    "<b>",
    "</details>",
    "<!-- x -->",
    "&amp;",
    "&#60;",
    "&nbsp;",
  ],
  ...[
    "https://x.de/a_b",
    "www.x.de",
    "a@x.de",
    "---",
    "***",
    "===",
    "```",
    "~~~",
    "    ",
    " ",
    "  ",
    "\t",
    "\u00a0",
    ":--",
  ],
  ...[
    "techcenter:user/u1",
    "'",
    '"',
    "(",
    ")",
    "\u200b",
    "ſ",
    "<details>",
    "<p></p>",
    "1986\\.",
    "^",
    "$x$",
    "::",
    "{.c}",
  ],
];
const blockKinds = [
  "paragraph",
  "paragraph",
  "heading",
  "bulletList",
  "orderedList",
  "taskList",
  "blockquote",
  "callout",
];
const otherKinds = ["horizontalRule", "codeBlock", "details", "table", "table", "image", "file", "paragraph"];

function block(chance: Chance, depth: number): DocumentNode {
  const kind = chance.one(depth > 2 ? ["paragraph", "codeBlock"] : [...blockKinds, ...otherKinds]);
  const blocks = (least = 1) => chance.some(least, 3, () => block(chance, depth + 1));
  const item = (attrs?: Record<string, unknown>) => ({ attrs, content: [paragraph(...line(chance)), ...blocks(0)] });
  switch (kind) {
    case "heading":
      return { type: kind, attrs: { level: 2 + chance.below(3) }, content: line(chance) };
    case "bulletList":
      return { type: kind, content: chance.some(1, 3, () => ({ type: "listItem", ...item() })) };
    case "orderedList": {
      const start = chance.one([1, 1, 0, 7, 999_999_998]);
      return { type: kind, attrs: { start }, content: chance.some(1, 3, () => ({ type: "listItem", ...item() })) };
    }
    case "taskList":
      return {
        type: kind,
        content: chance.some(1, 3, () => ({ type: "taskItem", ...item({ checked: chance.below(2) === 1 }) })),
      };
    case "blockquote":
      return { type: kind, content: blocks() };
    case "callout":
      return { type: kind, attrs: { kind: chance.one(["info", "warning", "danger"]) }, content: blocks() };
    case "codeBlock":
      return {
        type: kind,
        attrs: { language: chance.one([null, "ts", "mermaid", "c++"]) },
        content: [
          text(chance.some(1, 4, () => chance.some(0, 4, () => chance.one(words)).join(" ")).join("\n") || " "),
        ],
      };
    case "details": {
      const summary = { type: "detailsSummary", content: line(chance).filter(({ type }) => type === "text") };
      return { type: kind, content: [summary, { type: "detailsContent", content: blocks() }] };
    }
    case "table":
      return table(chance, depth);
    case "image":
      return {
        type: kind,
        attrs: { key: "key_-1", alt: phrase(chance), caption: phrase(chance), width: chance.one([null, null, 300]) },
      };
    case "file":
      return {
        type: kind,
        attrs: { key: "key2", name: phrase(chance), size: chance.below(9999), mimeType: "application/pdf" },
      };
    default:
      return kind === "horizontalRule" ? { type: kind } : paragraph(...line(chance));
  }
}

function table(chance: Chance, depth: number): DocumentNode {
  const isPlain = chance.below(2) === 1;
  const columns = 1 + chance.below(3);
  const aligns = Array.from({ length: columns }, () => chance.one([null, "left", "center", "right"]));
  const cell = (row: number, column: number) => ({
    type: (isPlain ? row === 0 : chance.below(3) === 0) ? "tableHeader" : "tableCell",
    attrs: { align: isPlain ? aligns[column] : chance.one(aligns), colspan: isPlain ? 1 : 1 + chance.below(2) },
    content: isPlain ? [paragraph(...line(chance))] : chance.some(1, 2, () => block(chance, depth + 2)),
  });
  const rows = Array.from({ length: 1 + chance.below(3) }, (_, row) => ({
    type: "tableRow",
    content: Array.from({ length: columns }, (_, column) => cell(row, column)),
  }));
  return { type: "table", content: rows };
}

const phrase = (chance: Chance) => chance.some(0, 3, () => chance.one(words)).join(chance.one([" ", ""]));

function line(chance: Chance): DocumentNode[] {
  return chance.some(0, 5, () => {
    const marks = ["bold", "italic", "strike", "code"].filter(() => chance.below(4) === 0);
    const href = chance.one(["https://x.de/(a)?b=1&c=2", "/wiki/a_b", "mailto:a@x.de", "https://x.de/ä*_~"]);
    const all = [...marks, ...(chance.below(5) === 0 ? [link(href)] : [])];
    const made = chance.below(9);
    if (made === 0) return { ...text("", ...all), type: "hardBreak", text: undefined };
    if (made > 1) return text(phrase(chance) || "x", ...all);
    return {
      ...text("", ...all),
      type: "mention",
      text: undefined,
      attrs: { kind: "customer", id: "c-1", label: phrase(chance) },
    };
  });
}
