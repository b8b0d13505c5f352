import { type Extensions, getSchema, type Mark, type Node } from "@tiptap/core";
import { StarterKit } from "@tiptap/starter-kit";
import { headingLevels } from "./blocks/plain-blocks.ts";
import { blocks, nodeSpecs } from "./blocks.ts";
import { isSafeLink } from "./links.ts";
import { marks } from "./marks.ts";

const Basics = StarterKit.extend({
  addExtensions() {
    return (this.parent?.() ?? []).map((extension) => {
      const extend = nodeSpecs.get(extension.name)?.extend;
      return extend ? extend(extension as Node) : (markChanges[extension.name]?.(extension as Mark) ?? extension);
    });
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

/** What the marks of the starter kit do otherwise here. */
const markChanges: Record<string, (mark: Mark) => Mark> = {
  // An address is often also code.
  code: (code) => code.extend({ excludes: "code" }),
  link: (link) => link.extend({ addAttributes: () => ({ href: { default: null }, title: { default: null } }) }),
};

/**
 * The blocks and marks of a document, the one list that the editor, the server and the shared document agree on. An
 * editor adds its views by replacing an entry with an extension of the same name that keeps its attributes.
 */
export const documentExtensions: Extensions = [
  Basics,
  ...[...marks.values()].flatMap(({ extension }) => extension ?? []),
  ...blocks.flatMap(({ nodes }) => Object.values(nodes).flatMap(({ extension }) => extension ?? [])),
];

/** The schema against which every document is checked. */
export const documentSchema = getSchema(documentExtensions);
