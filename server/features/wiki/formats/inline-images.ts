import { type MimeType, mimeTypes } from "../../../../contract/files/files.ts";
import type { SourceFile } from "./sources.ts";

const embedded = /(\bsrc\s*=\s*["']?)data:(image\/(?:png|jpe?g|gif|webp|avif));base64,([A-Za-z0-9+/=\s]+)/gi;

/** Takes the pictures out of a page that carries them within itself; they are then files, addressed by their names. */
export function takeInlineImages(html: string): { html: string; images: SourceFile[] } {
  const images: SourceFile[] = [];
  const rest = html.replace(embedded, (_, before: string, type: string, data: string) => {
    const mimeType = type.toLowerCase().replace("jpg", "jpeg") as MimeType;
    const path = `inline:${images.length + 1}.${mimeTypes[mimeType].extensions[0]}`;
    images.push({ path, size: Math.floor((data.length * 3) / 4), bytes: () => Buffer.from(data, "base64") });
    return before + path;
  });
  return { html: rest, images };
}
