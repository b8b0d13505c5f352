import { keysOf } from "../narrowing.ts";
import { id } from "../pagination.ts";
import { z } from "../zod.ts";
import { maxFileBytes, mimeTypes } from "./files.ts";

export const mimeType = z.enum(keysOf(mimeTypes), {
  error: "Datei: Dieser Dateityp ist nicht erlaubt.",
});

/** No control characters, no folders, no marks that turn the reading direction and hide an extension. */
const unsafeInName = /[\p{Cc}/\\\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;
export const filename = z
  .string()
  .min(1, "Datei: Name fehlt.")
  .max(255, "Datei: Der Name hat mehr als 255 Zeichen.")
  .refine((name) => !unsafeInName.test(name), "Datei: Der Name enthält ungültige Zeichen.");
const size = z.number().int().min(1, "Datei: Die Datei ist leer.").max(maxFileBytes, "Datei: Höchstens 50 MB.");

/** `purpose: "image"` accepts only images of at most `maxImageBytes`. */
export const createUpload = z.strictObject({
  filename,
  mimeType: mimeType.optional(),
  size: size.optional(),
  purpose: z.enum(["image", "file", "import"]).default("image"),
});
export const confirmUpload = z.strictObject({ filename, key: id, mimeType, size });
