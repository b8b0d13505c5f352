import { mergeAttributes, Node } from "@tiptap/core";
import type { Node as DocumentImage } from "@tiptap/pm/model";
import { imageWidths } from "../../files/file-url.ts";
import { attributesOf, fileKey, name, optionalLink, optionalName, whole } from "../attribute-rules.ts";
import type { Block, Renderer } from "../block.ts";
import { documentFileUrl, fileKeyAttribute, imageWidthLimits, isFileKey } from "../files.ts";
import { element, escapeHtml } from "../html.ts";
import { escapeText, writeAttributes, writeTitle, writeUrl } from "../markdown/escape.ts";
import { addImage } from "../markdown/read-targets.ts";
import { targetOf } from "../markdown/urls.ts";

/** An uploaded picture. Its URL is always made from the key, so that no document can load a foreign one. */
const Image = Node.create({
  name: "image",
  group: "block",
  atom: true,
  draggable: true,

  addAttributes() {
    return {
      key: fileKeyAttribute,
      alt: { default: "" },
      width: { default: null, parseHTML: (element) => widthOf(element.getAttribute("width")) },
      caption: {
        default: "",
        parseHTML: (element) => element.getAttribute("data-caption") ?? "",
        renderHTML: ({ caption }) => (caption ? { "data-caption": caption } : {}),
      },
      href: {
        default: null,
        parseHTML: (element) => element.closest("a")?.getAttribute("href") ?? element.getAttribute("data-href"),
        renderHTML: ({ href }) => (href ? { "data-href": href } : {}),
      },
      linkTitle: {
        default: null,
        parseHTML: (element) => element.closest("a")?.getAttribute("title") ?? element.getAttribute("data-link-title"),
        renderHTML: ({ linkTitle }) => (linkTitle ? { "data-link-title": linkTitle } : {}),
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
    const src = isFileKey(node.attrs.key) ? { src: documentFileUrl(node.attrs.key) } : {};
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
  href: optionalLink,
  linkTitle: optionalName(300),
};

export const image: Block = {
  nodes: {
    image: {
      extension: Image,
      attributes: imageRules,
      cleanAttributes: (attributes) => (attributes.href ? attributes : { ...attributes, linkTitle: null }),
      words: ({ alt, caption }) => [alt, caption],
      link: ({ href }) => href,
      pointsAt: ({ key }) => ({ file: String(key) }),
      html: (node, { fileUrl, linkUrl }) => {
        const { key, alt, caption, width, href, linkTitle } = node.attrs ?? {};
        const img = `<img${writeAttributes({ src: fileUrl(String(key)), alt, width, title: caption || null })}>`;
        return href ? `<a${writeAttributes({ href: linkUrl(String(href)), title: linkTitle })}>${img}</a>` : img;
      },
      markdown: (node, { fileUrl, html, linkUrl }) => {
        const { key, alt, caption, width, href, linkTitle } = node.attrs ?? {};
        if (width !== null) return html(node);
        const titled = (text: unknown) => (text ? ` ${writeTitle(String(text))}` : "");
        const picture = `![${escapeText(String(alt))}](${writeUrl(fileUrl(String(key)))}${titled(caption)})`;
        return href ? `[${picture}](${writeUrl(linkUrl(String(href)))}${titled(linkTitle)})` : picture;
      },
      render: (node, renderer) => renderImage(node, renderer),
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

function renderImage(node: DocumentImage, { openLink, options: { images, fileUrl } }: Renderer): string {
  const { key, alt, width, caption, href, linkTitle } = attributesOf(imageRules, node);
  const src = fileUrl ? fileUrl(key) : `${documentFileUrl(key)}?w=1200`;
  const known = images?.get(key);
  const shown = Math.min(width ?? known?.width ?? columnWidth, known?.width ?? Number.POSITIVE_INFINITY);
  const picture = src
    ? element("img", {
        src,
        ...(fileUrl
          ? {}
          : { srcset: sourcesOf(key), sizes: `(min-width: 768px) ${Math.min(shown, columnWidth)}px, 100vw` }),
        // A link is called by what is in it.
        alt: alt || (href ? caption || href : ""),
        width: known || width ? shown : null,
        height: known ? Math.round((shown * known.height) / known.width) : null,
        loading: "lazy",
        decoding: "async",
      })
    : escapeHtml(alt);
  const linked = href ? `${openLink({ href, title: linkTitle })}${picture}</a>` : picture;
  return element("figure", {}, linked + (caption ? element("figcaption", {}, escapeHtml(caption)) : ""));
}

const sourcesOf = (key: string) =>
  imageWidths
    .filter((width) => width >= 256 && width <= 1920)
    .map((width) => `${documentFileUrl(key)}?w=${width} ${width}w`)
    .join(", ");
