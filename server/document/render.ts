import { Node } from "@tiptap/pm/model";
import { documentSchema } from "../../contract/document/extensions.ts";
import type { DocumentJson } from "../../contract/document/json.ts";
import type { MentionLook } from "../../contract/document/mention-look.ts";
import { type Heading, headingsIn } from "./headings.ts";
import { renderBlocks } from "./render-blocks.ts";
import { sanitizeDocument } from "./sanitize.ts";

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
  fileAddress?: (key: string) => string | undefined;
}

export interface RenderedDocument {
  html: string;
  headings: Heading[];
}

/** A document as HTML that is safe to show, and its headings for a table of contents. */
export function renderDocument(doc: DocumentJson, options: RenderOptions = {}): RenderedDocument {
  const node = Node.fromJSON(documentSchema, doc);
  const { headings, anchors } = headingsIn(node);
  const html = renderBlocks(node, { options, anchors });
  return { html: sanitizeDocument(html, { isExport: options.fileAddress !== undefined }), headings };
}
