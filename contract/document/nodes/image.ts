import { mergeAttributes, Node } from "@tiptap/core";
import { documentFileAddress, imageWidthLimits, isFileKey } from "../files.ts";

/** An uploaded picture. Its address is always made from the key, so that no document can load a foreign one. */
export const Image = Node.create({
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
