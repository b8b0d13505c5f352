import { type Extensions, getSchema, type InputRule, type Mark, type Node, textblockTypeInputRule } from "@tiptap/core";
import { CodeBlock } from "@tiptap/extension-code-block";
import { Details, DetailsContent, DetailsSummary } from "@tiptap/extension-details";
import { TaskItem, TaskList } from "@tiptap/extension-list";
import { Table, TableCell, TableHeader, TableRow } from "@tiptap/extension-table";
import { StarterKit } from "@tiptap/starter-kit";
import { isSafeLink } from "./links.ts";
import { Callout } from "./nodes/callout.ts";
import { File } from "./nodes/file.ts";
import { Image } from "./nodes/image.ts";
import { Mention } from "./nodes/mention.ts";

/** The page's title is its first level, so what stands in the text begins at the second. */
export const headingLevels = [2, 3, 4] as const;
export type HeadingLevel = (typeof headingLevels)[number];

const Basics = StarterKit.extend({
  addExtensions() {
    return (this.parent?.() ?? []).map((extension) => changes[extension.name]?.(extension) ?? extension);
  },
}).configure({
  heading: { levels: [...headingLevels] },
  codeBlock: false,
  underline: false,
  undoRedo: false,
  trailingNode: false,
  link: {
    openOnClick: false,
    defaultProtocol: "https",
    HTMLAttributes: { target: null, rel: null, class: null },
    isAllowedUri: isSafeLink,
  },
});

/** What the blocks of the starter kit do otherwise here. */
const changes: Record<string, (extension: Extensions[number]) => Extensions[number]> = {
  // An address is often also code.
  code: (code) => (code as Mark).extend({ excludes: "code" }),
  link: (link) => (link as Mark).extend({ addAttributes: () => ({ href: { default: null } }) }),
  heading: (heading) =>
    (heading as Node).extend({
      addAttributes: () => ({ level: { default: headingLevels[0], rendered: false } }),
      parseHTML: () =>
        [1, 2, 3, 4, 5, 6].map((level) => ({ tag: `h${level}`, attrs: { level: Math.min(4, Math.max(2, level)) } })),
      addInputRules(): InputRule[] {
        return headingLevels.map((level) =>
          textblockTypeInputRule({
            find: level === 2 ? /^#{1,2}\s$/ : new RegExp(`^#{${level}}\\s$`),
            type: this.type,
            getAttributes: { level },
          }),
        );
      },
    }),
};

/**
 * The blocks and marks of a document, the one list that the editor, the server and the shared document agree on. An
 * editor adds its views by replacing an entry with an extension of the same name that keeps its attributes.
 */
export const documentExtensions: Extensions = [
  Basics,
  CodeBlock.configure({ languageClassPrefix: "language-" }),
  TaskList,
  TaskItem.configure({ nested: true }),
  Table.configure({ resizable: false }),
  TableRow,
  TableHeader,
  TableCell,
  Details,
  DetailsSummary,
  DetailsContent,
  Callout,
  Image,
  File,
  Mention,
];

/** The schema against which every document is checked. */
export const documentSchema = getSchema(documentExtensions);
