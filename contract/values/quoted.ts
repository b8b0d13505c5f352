/** A text in „…“, whose own quotes become ‚…‘ so that each pair stays told apart. */
export const quoted = (text: string): string => `„${text.replace(/[„“”"]([^„“”"]*)[“”"]/g, "‚$1‘")}“`;
