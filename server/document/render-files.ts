import type { Node } from "@tiptap/pm/model";
import { documentFileAddress } from "../../contract/document/files.ts";
import { imageWidths } from "../../contract/files/files.ts";
import { element, escapeHtml } from "./html.ts";
import type { RenderOptions } from "./render.ts";

/** How wide the text of a page is. */
const column = 632;
const wordFor = (bytes: number) =>
  bytes < 1024 * 1024 ? `${sizes.format(Math.ceil(bytes / 1024))} KB` : `${sizes.format(bytes / 1024 / 1024)} MB`;
const sizes = new Intl.NumberFormat("de-DE", { maximumFractionDigits: 1 });

export function renderImage(node: Node, { images, fileAddress }: RenderOptions): string {
  const { key, alt, width, caption } = node.attrs as {
    key: string;
    alt: string;
    width: number | null;
    caption: string;
  };
  const src = fileAddress ? fileAddress(key) : `${documentFileAddress(key)}?w=1200`;
  const known = images?.get(key);
  const shown = Math.min(width ?? known?.width ?? column, known?.width ?? Number.POSITIVE_INFINITY);
  const image = src
    ? element("img", {
        src,
        ...(fileAddress
          ? {}
          : { srcset: sourcesOf(key), sizes: `(min-width: 768px) ${Math.min(shown, column)}px, 100vw` }),
        alt,
        width: known || width ? shown : null,
        height: known ? Math.round((shown * known.height) / known.width) : null,
        loading: "lazy",
        decoding: "async",
      })
    : escapeHtml(alt);
  return element("figure", {}, image + (caption ? element("figcaption", {}, escapeHtml(caption)) : ""));
}

const sourcesOf = (key: string) =>
  imageWidths
    .filter((width) => width >= 256 && width <= 1920)
    .map((width) => `${documentFileAddress(key)}?w=${width} ${width}w`)
    .join(", ");

export function renderFile(node: Node, addressOf: (key: string) => string | undefined): string {
  const { key, name, size } = node.attrs as { key: string; name: string; size: number };
  const label = element("span", { "data-file-name": true }, escapeHtml(name || "Datei"));
  const meta = size ? element("span", { "data-file-size": true }, wordFor(size)) : "";
  return element(
    "p",
    { "data-file": true },
    element("a", { href: addressOf(key), download: name || true }, label + meta),
  );
}
