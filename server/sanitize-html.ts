import type { IOptions } from "sanitize-html";
import { lazyModule } from "./lazy-module.ts";

const load = lazyModule<typeof import("sanitize-html")>(import.meta.url, "sanitize-html");

/** HTML in which only what the options allow is left. */
export const sanitizeHtml = (html: string, options: IOptions): string => load()(html, options);
