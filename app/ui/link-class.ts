/** A link inside running text. */
export const linkClass =
  "underline decoration-line-strong decoration-1 underline-offset-[3px] transition-colors hover:decoration-current";

/** A link within a line of text that wraps with it, whose target on phones is as high as a finger needs. */
export const linkInRow = `${linkClass} max-md:py-[15px]`;
