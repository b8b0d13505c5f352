import { mergeAttributes, Node } from "@tiptap/core";
import type { Node as DocumentImage } from "@tiptap/pm/model";
import { imageWidths } from "../../files/files.ts";
import { attributesOf, fileKey, name, whole } from "../attribute-rules.ts";
import type { Block, RenderOptions } from "../block.ts";
import { documentFileAddress, imageWidthLimits, isFileKey } from "../files.ts";
import { element, escapeHtml } from "../html.ts";
import { targetOf } from "../markdown/addresses.ts";
import { escapeText, writeAddress, writeAttributes, writeTitle } from "../markdown/escape.ts";
import { addImage } from "../markdown/read-targets.ts";

/** An uploaded picture. Its address is always made from the key, so that no document can load a foreign one. */
const Image = Node.create({
  name: "image",
  group: "block",
  atom: true,
  draggable: true,

  addAttributes() {
    return {
      key: {
        default: null,
        parseHTML: (element) => element.getAttribute("data-file-key"),
        renderHTML: ({ key }) => ({ "data-file-key": key }),
      },
      alt: { default: "" },
      width: { default: null, parseHTML: (element) => widthOf(element.getAttribute("width")) },
      caption: {
        default: "",
        parseHTML: (element) => element.getAttribute("data-caption") ?? "",
        renderHTML: ({ caption }) => (caption ? { "data-caption": caption } : {}),
      },
    };
  },

  parseHTML() {
    return [
      {
        tag: "img[data-file-key]",
        getAttrs: (element) => (isFileKey(element.getAttribute("data-file-key")) ? null : false),
      },
    ];
  },

  renderHTML({ node, HTMLAttributes }) {
    const src = isFileKey(node.attrs.key) ? { src: documentFileAddress(node.attrs.key) } : {};
    return ["img", mergeAttributes(HTMLAttributes, src)];
  },
});

function widthOf(text: string | null): number | null {
  const width = Number.parseInt(text ?? "", 10);
  return width >= imageWidthLimits.min && width <= imageWidthLimits.max ? width : null;
}

export const imageRules = {
  key: fileKey,
  alt: name(1000),
  width: whole(imageWidthLimits.min, imageWidthLimits.max, null),
  caption: name(1000),
};

export const image: Block = {
  nodes: {
    image: {
      extension: Image,
      attributes: imageRules,
      words: ({ alt, caption }) => [alt, caption],
      pointsAt: ({ key }) => ({ file: String(key) }),
      html: (node, { fileAddress }) => {
        const { key, alt, caption, width } = node.attrs ?? {};
        return `<img${writeAttributes({ src: fileAddress(String(key)), alt, width, title: caption || null })}>`;
      },
      markdown: (node, { fileAddress, html }) => {
        const { key, alt, caption, width } = node.attrs ?? {};
        if (width !== null) return html(node);
        const title = caption ? ` ${writeTitle(String(caption))}` : "";
        return `![${escapeText(String(alt))}](${writeAddress(fileAddress(String(key)))}${title})`;
      },
      render: (node, { options }) => renderImage(node, options),
    },
  },
  elements: {
    img: ({ src = "", alt = "", width, title = "" }, { builder, resolve }) => {
      const shown = { alt, caption: title, width: width === undefined ? null : Number(width) };
      addImage(targetOf(src, resolve), shown, builder);
      return true;
    },
  },
};

/** How wide the text of a page is. */
const columnWidth = 632;

function renderImage(node: DocumentImage, { images, fileAddress }: RenderOptions): string {
  const { key, alt, width, caption } = attributesOf(imageRules, node);
  const src = fileAddress ? fileAddress(key) : `${documentFileAddress(key)}?w=1200`;
  const known = images?.get(key);
  const shown = Math.min(width ?? known?.width ?? columnWidth, known?.width ?? Number.POSITIVE_INFINITY);
  const picture = src
    ? element("img", {
        src,
        ...(fileAddress
          ? {}
          : { srcset: sourcesOf(key), sizes: `(min-width: 768px) ${Math.min(shown, columnWidth)}px, 100vw` }),
        alt,
        width: known || width ? shown : null,
        height: known ? Math.round((shown * known.height) / known.width) : null,
        loading: "lazy",
        decoding: "async",
      })
    : escapeHtml(alt);
  return element("figure", {}, picture + (caption ? element("figcaption", {}, escapeHtml(caption)) : ""));
}

const sourcesOf = (key: string) =>
  imageWidths
    .filter((width) => width >= 256 && width <= 1920)
    .map((width) => `${documentFileAddress(key)}?w=${width} ${width}w`)
    .join(", ");
