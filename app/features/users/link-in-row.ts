import { linkClass } from "../../ui/link-class.ts";

/** A link within a line of text, whose target on phones is as high as a finger needs. */
export const linkInRow = `${linkClass} max-md:-my-3 max-md:inline-block max-md:py-3`;
