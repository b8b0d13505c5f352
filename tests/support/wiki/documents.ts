import { cleanDocument } from "../../../contract/document/clean.ts";
import type { DocumentJson, DocumentNode } from "../../../contract/document/json.ts";

type Mark = NonNullable<DocumentNode["marks"]>[number];

export const text = (words: string, ...marks: (string | Mark)[]): DocumentNode => ({
  type: "text",
  text: words,
  ...(marks.length ? { marks: marks.map((mark) => (typeof mark === "string" ? { type: mark } : mark)) } : {}),
});
export const paragraph = (...content: DocumentNode[]): DocumentNode => ({ type: "paragraph", content });
export const documentOf = (...content: DocumentNode[]): DocumentJson => cleanDocument({ type: "doc", content });
export const link = (href: string, title: string | null = null): Mark => ({ type: "link", attrs: { href, title } });

/** Documents by chance, the same ones for the same seed, with all that Markdown and HTML could trip over. */
export function randomDocument(seed: number): DocumentJson {
  const chance = new Chance(seed);
  return documentOf(...chance.some(1, 5, () => block(chance, 0)));
}

/** Markdown by chance as people and other programs write it, the same for the same seed. */
export function randomMarkdown(seed: number): string {
  const chance = new Chance(seed);
  return chance.some(1, 6, () => chance.one(written)).join(chance.one(["\n\n", "\n\n", "\n"]));
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
];
/** What would be something else at the beginning of a line. */
const beginnings = [
  ..."# ## ###### > >> - * + -- --- ___ *** 1. 1) 0. 999999999. 1234567890. = === ==== : :-: | || ~ ~~~ ``` ```` < <p> </p> <br> <!-- <?x <!X <![CDATA[ & &amp; \\ ! [ ] [x] [X]".split(
    " ",
  ),
  "[a]: b",
  '[a]: /url "t"',
  "[^1]",
  "[^1]: x",
  "$$",
  "$$ x $$",
  "- [ ] x",
  "- [x]",
  "1. [ ] x",
  "> [!NOTE]",
  "    code",
  "\tcode",
  "+++",
  ":::info",
  "---\\",
  "- - -",
  "* * *",
  "_ _ _",
  "#\u00a0x",
  "-\u00a0x",
  "\u3000x",
  "<details>",
  "<summary>",
  "</details>",
  "<a href='x'>",
  "www.x.de",
  "Setext",
  "|a|b|",
  "| - |",
  "a | b",
  ":-- | --:",
  "%%",
  "{{x}}",
  "#hash",
  "@jana",
  "1986. Jahr",
  "\u202eabc",
  "👨‍👩‍👧",
  "e\u0301",
];
const labels = ["1", "2", "Quelle", "a_b-c", "größe"];
const written = [
  "Satz mit H<sub>2</sub>O, m<sup>2</sup> und[^1].",
  "[^1]: Eine *Quelle*, [hier](https://x.de 'Titel').",
  "# Titel",
  "[^1]: Eins\n\n    - zwei\n    - drei\n\n    ```\n    vier\n    ```",
  "##### fünf ###",
  "###### sechs[^1]",
  "Setext\n===",
  "$$\nx_1 = \\frac{a}{b}\n\n$$",
  "$$ a^2 $$",
  "Preis: $5 oder $$",
  "```math\na\n\nb\n```",
  "<div data-footnote='1'>x</div>",
  "| a | b |\n|---|:-:|\n| <ul><li>x</li><li>y</li></ul> | 1<br>2[^1] |\n| $$a$$ | \\| |",
  "<table><tr><td><ol><li>x<li>y</ol>",
  "[![A](/api/file/k 'T')](https://x.de 'L') und [![B](https://y.de/b.svg)](/wiki)",
  "- [ ] x\n  [^1]: y\n- z",
  "> [^1]: zitiert",
  "&alpha;&zwj;&frac12; &foo; &#0;",
  "<sup><sub>x</sub></sup> ~~y<sub>z~~</sub>",
  "1. a\n\n   $$\n   b\n   $$\n2. c",
  "[^2][^1][^1]",
];
const languages = [null, "math", "math", "ts", "mermaid", "c++", "c#", "objective-c", "x.y", "text", "a+b-c_d#e.f"];
const urls = [
  "https://x.de/(a)?b=1&c=2",
  "/wiki/a_b",
  "mailto:a@x.de",
  "https://x.de/ä*_~",
  "https://x.de/a(b(c)d",
  "https://x.de/)(",
  "https://x.de/a%20b",
  "https://x.de/[a](b)",
  "https://x.de/?a=&lt;b&amp;c",
  "tel:+49301",
  "#abschnitt-x",
  "https://x.de/`a`",
  "https://x.de/a'b\"c",
  "https://x.de/|a|",
  "https://[::1]/",
  "https://x.de/<a>",
  "https://x.de/日本",
];
const mentions = [
  ...([
    ["user", "u-1"],
    ["customer", "c-1"],
    ["website", "w_1"],
    ["device", "d1"],
    ["page", "p-1"],
    ["feedback", "f1"],
  ] as const),
  ...([
    ["contract", "k1"],
    ["tag", "t1"],
  ] as const),
] as const;
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
const otherKinds = ["horizontalRule", "codeBlock", "details", "table", "table", "image", "file", "footnote"];

function block(chance: Chance, depth: number): DocumentNode {
  const kind = chance.one(depth > 4 - chance.below(3) ? ["paragraph", "codeBlock"] : [...blockKinds, ...otherKinds]);
  const blocks = (least = 1) => chance.some(least, 3, () => block(chance, depth + 1));
  const item = (attrs?: Record<string, unknown>) => ({ attrs, content: [paragraph(...line(chance)), ...blocks(0)] });
  switch (kind) {
    case "heading":
      return { type: kind, attrs: { level: 2 + chance.below(5) }, content: line(chance) };
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
        attrs: { language: chance.one(languages) },
        ...(chance.below(8) > 0 && { content: [text(chance.some(1, 5, () => codeLine(chance)).join("\n") || " ")] }),
      };
    case "footnote":
      return { type: kind, attrs: { label: chance.one(labels) }, content: blocks() };
    case "details": {
      const summary = { type: "detailsSummary", content: line(chance).filter(({ type }) => type === "text") };
      return { type: kind, content: [summary, { type: "detailsContent", content: blocks() }] };
    }
    case "table":
      return table(chance, depth);
    case "image":
      return {
        type: kind,
        attrs: {
          key: chance.one(["key_-1", "-", "__"]),
          alt: phrase(chance),
          caption: phrase(chance),
          width: chance.one([null, null, 24, 300, 3840]),
          href: chance.one([null, null, chance.one(urls)]),
          linkTitle: chance.one([null, phrase(chance) || null]),
        },
      };
    case "file":
      return {
        type: kind,
        attrs: {
          key: "key2",
          name: phrase(chance),
          size: chance.one([0, 1, 9999, 999_999_999_999_999]),
          mimeType: chance.one(["application/pdf", "text/plain", "application/vnd.ms-x+xml", "a/b"]),
        },
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
    attrs: {
      align: isPlain ? aligns[column] : chance.one(aligns),
      colspan: isPlain ? 1 : 1 + chance.below(2),
      rowspan: isPlain ? 1 : 1 + chance.below(2),
    },
    content: isPlain ? [paragraph(...line(chance))] : chance.some(1, 2, () => block(chance, depth + 2)),
  });
  const rows = Array.from({ length: 1 + chance.below(3) }, (_, row) => ({
    type: "tableRow",
    content: Array.from({ length: columns }, (_, column) => cell(row, column)),
  }));
  return { type: "table", content: rows };
}

const phrase = (chance: Chance) => chance.some(0, 3, () => chance.one(words)).join(chance.one([" ", ""]));

/** A line of code: fences of any length, at any indentation, among words. */
function codeLine(chance: Chance): string {
  const fence = chance.one(["`", "~"]).repeat(1 + chance.below(12));
  const begin = chance.one(["", "", " ", "   ", "    ", "\t"]) + chance.one(["", fence, chance.one(beginnings)]);
  return begin + chance.some(0, 4, () => chance.one(words)).join(" ") + chance.one(["", "", fence, "  "]);
}

function line(chance: Chance): DocumentNode[] {
  const begin = chance.below(3) === 0 ? [text(chance.one(beginnings))] : [];
  return [...begin, ...pieces(chance)];
}

function pieces(chance: Chance): DocumentNode[] {
  return chance.some(0, 5, () => {
    const marks = ["bold", "italic", "strike", "code", "subscript", "superscript"].filter(() => chance.below(4) === 0);
    const target = link(chance.one(urls), chance.one([null, null, phrase(chance) || null]));
    const all = [...marks, ...(chance.below(5) === 0 ? [target] : [])];
    const made = chance.below(10);
    const [kind, id] = chance.one(mentions);
    if (made === 0) return { ...text("", ...all), type: "hardBreak", text: undefined };
    if (made === 9) return { type: "footnoteReference", attrs: { label: chance.one(labels) } };
    if (made > 1) return text(phrase(chance) || "x", ...all);
    return {
      ...text("", ...all),
      type: "mention",
      text: undefined,
      attrs: { kind, id, label: phrase(chance) },
    };
  });
}
