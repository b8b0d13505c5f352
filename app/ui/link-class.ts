/** A link inside running text. */
export const linkClass =
  "underline decoration-line-strong decoration-1 underline-offset-[3px] transition-colors hover:decoration-current";
