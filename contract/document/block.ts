import type { Extensions, Node as TiptapNode } from "@tiptap/core";
import type { Node } from "@tiptap/pm/model";
import type { Token, Tokens } from "marked";
import type { AttributeRules } from "./attribute-rules.ts";
import type { DocumentNode } from "./json.ts";
import type { DocumentBuilder } from "./markdown/builder.ts";
import type { ResolveUrl } from "./markdown/urls.ts";
import type { MentionLook } from "./mention-look.ts";
import type { MentionKey } from "./mentions.ts";

export type Values = Record<string, unknown>;

/**
 * One kind of block, or of what stands inside a line: all that the schema, Markdown, HTML and search have to know of it.
 * `blocks.ts` lists them, the code around iterates that list. How it is written in the editor is said in app/document/blocks.
 */
export interface Block {
  /** The types of nodes that it consists of, by their names. */
  nodes: Record<string, NodeSpec>;
  /** Tokens of Markdown that stand for it, by type. A reader answers whether the token was for it. */
  tokens?: Record<string, (token: Tokens.Generic, reading: MarkdownReading) => boolean>;
  /** Elements of HTML that open one of its nodes until they end; undefined leaves the element to others. */
  containers?: Record<string, (attributes: HtmlAttributes) => DocumentNode | undefined>;
  /** Elements of HTML that stand for it as they are; `*` is every element. A reader answers whether it was for it. */
  elements?: Record<string, (attributes: HtmlAttributes, reading: HtmlReading) => boolean>;
}

/** One type of node. */
export interface NodeSpec {
  /** The node of the schema; the starter kit brings those that have none here. */
  extension?: Extensions[number];
  /** What it does otherwise than the starter kit says. */
  extend?: (extension: TiptapNode) => TiptapNode;
  /** What its attributes may be; without rules it has none. */
  attributes?: AttributeRules;
  /** Adapts attributes that fit the rules before they are stored. */
  cleanAttributes?: (attributes: Values) => Values;
  /** How children that may stand anywhere become valid ones; by default blocks, and nothing without children. */
  arrange?: (children: Node[], attributes: Values, arranger: Arranger) => Node[];
  /** For a part that cannot stand alone: neighbours of the same `kind` are wrapped together into what may. */
  loose?: { kind: string; wrap: (parts: Node[], arranger: Arranger) => Node[] };
  /** The words in its attributes, the most telling one first. */
  words?: (attributes: Values) => unknown[];
  /** What a leaf reads as in search and comparisons, where that is not its words. */
  text?: (attributes: Values) => string;
  /** Where a link leads that is one of its attributes. */
  link?: (attributes: Values) => unknown;
  /** The record or the file that it points at. */
  pointsAt?: (attributes: Values) => { mention: MentionKey } | { file: string };
  /** Blocks of the same kind one below the other would be read as one, unless something parts them. */
  runsInto?: string;
  /** The node as Markdown; as HTML by default. */
  markdown?: (node: DocumentNode, writer: MarkdownWriter) => string;
  /** The node as HTML within Markdown, in one line: an element around its content, or all of it. */
  html: HtmlElement | ((node: DocumentNode, writer: MarkdownWriter) => string);
  /** The node as HTML that is read. */
  render: (node: Node, renderer: Renderer) => string;
}

export interface HtmlElement {
  tag: string;
  attributes?: (attributes: Values) => Values;
}

export type HtmlAttributes = Record<string, string>;

/** What fits nodes into each other. */
export interface Arranger {
  create: (type: string, attributes: Values | null, content?: readonly Node[] | Node["content"]) => Node;
  /** Children as blocks: loose text in paragraphs, loose parts in what may hold them. */
  blocksOf: (children: Node[]) => Node[];
  /** Children of which those that are not wanted lie together in a wrapper that is. */
  gather: (children: Node[], isWanted: (node: Node) => boolean, wrapper: string) => Node[];
  /** Blocks, or an empty paragraph if there are none. */
  orParagraph: (blocks: Node[]) => Node[];
  /** Neighbours of the same kind, together. */
  runs: <Kind>(children: Node[], kindOf: (node: Node) => Kind) => Node[][];
}

/** What reads the tokens of Markdown. */
export interface MarkdownReading {
  builder: DocumentBuilder;
  resolve: ResolveUrl | undefined;
  /** By how much headings move down: a text with first-level headings has them below the page's own title. */
  shift: number;
  blocks: (tokens: Token[]) => void;
  textblock: (node: DocumentNode, tokens: Token[]) => void;
  /** The text of tokens, without their marks. */
  textOf: (tokens: Token[]) => string;
}

/** What reads the elements of HTML. */
export interface HtmlReading {
  builder: DocumentBuilder;
  resolve: ResolveUrl | undefined;
}

/** What writes Markdown: the URLs and names that are written, and the content of a node. */
export interface MarkdownWriter {
  fileUrl: (key: string) => string;
  linkUrl: (href: string) => string;
  mentionLabel: (kind: string, id: string) => string | undefined;
  /** The labels of the document's footnotes. */
  footnotes: ReadonlySet<string>;
  block: (node: DocumentNode) => string;
  blocks: (parent: DocumentNode) => string;
  inline: (parent: DocumentNode) => string;
  html: (node: DocumentNode) => string;
  htmlInside: (node: DocumentNode) => string;
}

/** What a reader may know of a mentioned thing; without `href`, its own page, and none if that is null. */
export interface MentionView extends MentionLook {
  href?: string | null;
}

export interface RenderOptions {
  /** By `mentionName`: what this reader may know of them. Others, and those without a label, show a neutral word or, if nobody is kept from them, their old label. */
  mentions?: ReadonlyMap<string, MentionView>;
  /** By key: the sizes of pictures, so that the page keeps their place while they load. */
  images?: ReadonlyMap<string, { width: number; height: number }>;
  /** Where a file lies for the reader of an export: a path beside it, or the picture itself as `data:`. */
  fileUrl?: (key: string) => string | undefined;
}

/** What writes the HTML that is read. */
export interface Renderer {
  options: RenderOptions;
  /** The ids of headings and footnotes, and of the first reference to each of these. */
  anchors: ReadonlyMap<Node, string>;
  /** The labels of the document's footnotes. */
  footnotes: ReadonlySet<string>;
  /** The beginning of a link, where it may lead. */
  openLink: (attributes: Values) => string;
  blocks: (parent: Node) => string;
  inline: (parent: Node) => string;
  /** Code as HTML in which the words of its language carry classes. */
  highlight: (code: string, language: string | null) => string;
}
