import { mergeAttributes, Node } from "@tiptap/core";
import { formatByteCount } from "../../values/byte-units.ts";
import { attributesOf, fileKey, matching, name, whole } from "../attribute-rules.ts";
import type { Block } from "../block.ts";
import { documentFileUrl, fileKeyAttribute, isFileKey } from "../files.ts";
import { element, escapeHtml } from "../html.ts";
import { escapeText, writeAttributes, writeUrl } from "../markdown/escape.ts";
import { isToken } from "../markdown/tokens.ts";
import { fileTitleOf, readFileTitle, targetOf } from "../markdown/urls.ts";

/** An uploaded file to fetch: its name, kind and size as a block of its own. */
const File = Node.create({
  name: "file",
  group: "block",
  atom: true,
  draggable: true,

  addAttributes() {
    return {
      key: fileKeyAttribute,
      name: {
        default: "",
        parseHTML: (element) => element.getAttribute("data-name") ?? "",
        renderHTML: ({ name }) => ({ "data-name": name }),
      },
      size: {
        default: 0,
        parseHTML: (element) => Number.parseInt(element.getAttribute("data-size") ?? "", 10) || 0,
        renderHTML: ({ size }) => ({ "data-size": String(size) }),
      },
      mimeType: {
        default: "application/octet-stream",
        parseHTML: (element) => element.getAttribute("data-mime-type") ?? "application/octet-stream",
        renderHTML: ({ mimeType }) => ({ "data-mime-type": mimeType }),
      },
    };
  },

  parseHTML() {
    return [
      {
        tag: "div[data-file-key]",
        getAttrs: (element) => (isFileKey(element.getAttribute("data-file-key")) ? null : false),
      },
    ];
  },

  renderHTML({ node, HTMLAttributes }) {
    const href = isFileKey(node.attrs.key) ? { href: documentFileUrl(node.attrs.key) } : {};
    return ["div", mergeAttributes(HTMLAttributes), ["a", href, String(node.attrs.name)]];
  },
});

const titleOf = ({ size, mimeType }: Record<string, unknown>) =>
  fileTitleOf({ size: Number(size), mimeType: String(mimeType) });

export const fileRules = {
  key: fileKey,
  name: name(255),
  size: whole(0, Number.MAX_SAFE_INTEGER, 0),
  mimeType: matching(/^[\w.+-]{1,63}\/[\w.+-]{1,63}$/, "application/octet-stream"),
};

export const file: Block = {
  nodes: {
    file: {
      extension: File,
      attributes: fileRules,
      words: (attributes) => [attributes.name],
      pointsAt: ({ key }) => ({ file: String(key) }),
      html: ({ attrs = {} }, { fileUrl }) => {
        const href = fileUrl(String(attrs.key));
        return `<a${writeAttributes({ href, title: titleOf(attrs), "data-file": attrs.name })}></a>`;
      },
      markdown: ({ attrs = {} }, { fileUrl }) =>
        `[${escapeText(String(attrs.name))}](${writeUrl(fileUrl(String(attrs.key)))} "${titleOf(attrs)}")`,
      render: (node, { options: { fileUrl = documentFileUrl } }) => {
        const { key, name, size } = attributesOf(fileRules, node);
        const label = element("span", { "data-file-name": true }, escapeHtml(name || "Datei"));
        const meta = size ? element("span", { "data-file-size": true }, formatByteCount(size)) : "";
        const link = element("a", { href: fileUrl(key), download: name || true }, label + meta);
        return element("p", { "data-file": true }, link);
      },
    },
  },
  tokens: {
    /** A paragraph that is nothing but a link to a file of the portal is the block of that file. */
    paragraph: ({ tokens = [] }, { builder, resolve, textOf }) => {
      const [only, ...others] = tokens;
      if (!isToken("link", only) || others.length) return false;
      const { href, title, text, tokens: label } = only;
      const target = targetOf(href, resolve);
      const meta = "file" in target ? { ...target.file, ...readFileTitle(title) } : undefined;
      if (meta?.mimeType === undefined) return false;
      builder.add({ type: "file", attrs: { ...meta, name: meta.name ?? (textOf(label) || text) } });
      return true;
    },
  },
  elements: {
    a: (attributes, { builder, resolve }) => {
      if (!("data-file" in attributes)) return false;
      const target = targetOf(attributes.href ?? "", resolve);
      if (!("file" in target)) return true;
      const meta = { ...target.file, ...readFileTitle(attributes.title) };
      builder.add({ type: "file", attrs: { ...meta, name: attributes["data-file"] ?? "" } });
      return true;
    },
  },
};
