import { mergeAttributes, Node } from "@tiptap/core";
import { documentFileAddress, isFileKey } from "../files.ts";

/** An uploaded file to fetch: its name, kind and size as a block of its own. */
export const File = Node.create({
  name: "file",
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
    const href = isFileKey(node.attrs.key) ? { href: documentFileAddress(node.attrs.key) } : {};
    return ["div", mergeAttributes(HTMLAttributes), ["a", href, String(node.attrs.name)]];
  },
});
