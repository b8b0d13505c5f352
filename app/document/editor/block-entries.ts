import type { Editor } from "@tiptap/core";
import {
  AtSign,
  Code,
  Heading1,
  Heading2,
  Heading3,
  ImageIcon,
  Info,
  List,
  ListChecks,
  ListCollapse,
  ListOrdered,
  type LucideIcon,
  Minus,
  OctagonAlert,
  Paperclip,
  Pilcrow,
  Quote,
  Table,
  TriangleAlert,
  Workflow,
} from "lucide-react";
import type { UploadPurpose } from "./uploads.ts";

/** What an entry may ask of the editor around it. */
export interface EntryTools {
  chooseFiles: (purpose: UploadPurpose) => void;
}

export interface BlockEntry {
  id: string;
  name: string;
  group: string;
  icon: LucideIcon;
  /** Further words that find it. */
  words: string;
  /** What typed at the start of a line does the same. */
  typed?: string;
  run: (editor: Editor, tools: EntryTools) => void;
}

const focused = (editor: Editor) => editor.chain().focus();

const heading = (level: 2 | 3 | 4, icon: LucideIcon): BlockEntry => ({
  id: `heading${level}`,
  name: `Überschrift ${level - 1}`,
  group: "Überschriften",
  icon,
  words: `heading titel h${level - 1} kapitel abschnitt`,
  typed: "#".repeat(level),
  run: (editor) => focused(editor).setHeading({ level }).run(),
});

const callout = (kind: string, name: string, icon: LucideIcon, words: string): BlockEntry => ({
  id: `callout-${kind}`,
  name: `Hinweis: ${name}`,
  group: "Hinweise",
  icon,
  words: `hinweis callout kasten ${words}`,
  run: (editor) => focused(editor).wrapIn("callout", { kind }).run(),
});

export const blockEntries: readonly BlockEntry[] = [
  {
    ...{ id: "paragraph", name: "Text", group: "Text", icon: Pilcrow },
    words: "absatz paragraph normal",
    run: (editor) => focused(editor).setParagraph().run(),
  },
  {
    ...{ id: "quote", name: "Zitat", group: "Text", icon: Quote, typed: ">" },
    words: "quote blockquote zitieren",
    run: (editor) => focused(editor).setBlockquote().run(),
  },
  heading(2, Heading1),
  heading(3, Heading2),
  heading(4, Heading3),
  {
    ...{ id: "bulletList", name: "Liste", group: "Listen", icon: List, typed: "-" },
    words: "aufzählung punkte bullet unordered",
    run: (editor) => focused(editor).toggleBulletList().run(),
  },
  {
    ...{ id: "orderedList", name: "Nummerierte Liste", group: "Listen", icon: ListOrdered, typed: "1." },
    words: "zahlen schritte ordered numbered",
    run: (editor) => focused(editor).toggleOrderedList().run(),
  },
  {
    ...{ id: "taskList", name: "Aufgabenliste", group: "Listen", icon: ListChecks, typed: "[ ]" },
    words: "todo checkliste haken tasks checkbox",
    run: (editor) => focused(editor).toggleTaskList().run(),
  },
  callout("info", "Info", Info, "information note"),
  callout("warning", "Achtung", TriangleAlert, "warnung warning vorsicht"),
  callout("danger", "Gefahr", OctagonAlert, "danger fehler kritisch"),
  {
    ...{ id: "table", name: "Tabelle", group: "Einfügen", icon: Table, typed: "|" },
    words: "table zeilen spalten raster",
    run: (editor) => focused(editor).insertTable({ rows: 3, cols: 3, withHeaderRow: true }).run(),
  },
  {
    ...{ id: "codeBlock", name: "Code", group: "Einfügen", icon: Code, typed: "```" },
    words: "quelltext programm snippet befehl terminal",
    run: (editor) => focused(editor).setCodeBlock().run(),
  },
  {
    ...{ id: "image", name: "Bild", group: "Einfügen", icon: ImageIcon },
    words: "image foto screenshot picture hochladen",
    run: (_editor, { chooseFiles }) => chooseFiles("image"),
  },
  {
    ...{ id: "file", name: "Datei", group: "Einfügen", icon: Paperclip },
    words: "file anhang pdf dokument hochladen upload",
    run: (_editor, { chooseFiles }) => chooseFiles("file"),
  },
  {
    ...{ id: "mermaid", name: "Diagramm", group: "Einfügen", icon: Workflow },
    words: "mermaid ablauf flussdiagramm flowchart graph sequenz",
    run: (editor) =>
      focused(editor)
        .insertContent({
          type: "codeBlock",
          attrs: { language: "mermaid" },
          content: [{ type: "text", text: "flowchart LR\n  A[Anfang] --> B[Ende]" }],
        })
        .run(),
  },
  {
    ...{ id: "details", name: "Aufklappbar", group: "Einfügen", icon: ListCollapse },
    words: "details toggle einklappen zuklappen akkordeon",
    run: (editor) => focused(editor).setDetails().run(),
  },
  {
    ...{ id: "rule", name: "Trennlinie", group: "Einfügen", icon: Minus, typed: "---" },
    words: "linie horizontal rule trenner hr",
    run: (editor) => focused(editor).setHorizontalRule().run(),
  },
  {
    ...{ id: "mention", name: "Erwähnung", group: "Einfügen", icon: AtSign, typed: "@" },
    words: "mention person verweis website kunde seite link",
    run: (editor) => focused(editor).insertContent("@").run(),
  },
];

/** The entries that a search names, those whose name begins with it first; all of them for an empty search. */
export function findBlockEntries(search: string): BlockEntry[] {
  const wanted = fold(search);
  if (wanted === "") return [...blockEntries];
  const rank = ({ name, words }: BlockEntry) => {
    const names = fold(name).split(/[\s:]+/);
    if (fold(name).startsWith(wanted)) return 0;
    if (names.some((word) => word.startsWith(wanted))) return 1;
    if (
      fold(words)
        .split(" ")
        .some((word) => word.startsWith(wanted))
    )
      return 2;
    return 3;
  };
  const ranked = blockEntries.map((entry) => ({ entry, rank: rank(entry) })).filter((each) => each.rank < 3);
  return ranked.sort((a, b) => a.rank - b.rank).map(({ entry }) => entry);
}

/** Umlauts are found however they are typed. */
function fold(text: string): string {
  return text
    .trim()
    .toLocaleLowerCase("de-DE")
    .replace(/ä|ae/g, "a")
    .replace(/ö|oe/g, "o")
    .replace(/ü|ue/g, "u")
    .replaceAll("ß", "ss");
}
