import { imageWidths } from "../../../contract/files/file-url.ts";
import { defaultImageQuality, type UploadedFile } from "../../../contract/files/files.ts";
import type { VariantFormat, VariantRequest } from "../../files/image-variants.ts";
import { invalidField } from "../../problem.ts";

const formats: Record<string, VariantFormat> = {
  "image/jpeg": "jpeg",
  "image/png": "png",
  "image/webp": "webp",
  "image/gif": "gif",
};

/**
 * The variant that `?w=&q=` asks for: WebP where the browser names it, else the format of the original; undefined when
 * neither is given. Only widths of the contract are made, so that nobody fills the disk with others.
 */
export function readVariant(
  file: Pick<UploadedFile, "mimeType" | "width">,
  width: string | undefined,
  quality: string | undefined,
  accept: string | undefined,
): VariantRequest | undefined {
  if (width === undefined && quality === undefined) return undefined;
  const original = formats[file.mimeType];
  if (!original) throw invalidField("w", "w: Nur Bilder gibt es in anderer Größe.");
  if (width !== undefined && !imageWidths.some((allowed) => String(allowed) === width))
    throw invalidField("w", `w: Erlaubte Breiten sind ${imageWidths.join(", ")}.`);
  if (quality !== undefined && !/^([1-9]\d?|100)$/.test(quality))
    throw invalidField("q", "q: Erlaubt ist eine ganze Zahl von 1 bis 100.");
  const isSmaller = file.width !== null && Number(width ?? Number.POSITIVE_INFINITY) < file.width;
  return {
    width: isSmaller ? Number(width) : undefined,
    quality: quality === undefined ? defaultImageQuality : inTens(Number(quality)),
    format: acceptsWebp(accept) ? "webp" : original,
  };
}

/** So that nobody fills the disk with a hundred qualities of each picture; the default is one of its own. */
function inTens(quality: number): number {
  return quality === defaultImageQuality ? quality : Math.max(10, Math.round(quality / 10) * 10);
}

function acceptsWebp(accept = ""): boolean {
  return accept.split(",").some((range) => {
    const [type, ...parameters] = range.split(";").map((part) => part.trim().toLowerCase());
    return type === "image/webp" && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter));
  });
}
