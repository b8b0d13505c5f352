import { linkClass } from "../../ui/link-class.ts";

/** A link within a line of text that wraps with it, whose target on phones is as high as a finger needs. */
export const linkInRow = `${linkClass} max-md:py-[15px]`;
