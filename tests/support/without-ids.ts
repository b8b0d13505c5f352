const id = /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/gi;

/** A text without its ids: their digits are random, and may be just those that a text is searched for. */
export const withoutIds = (text: string): string => text.replaceAll(id, "(id)");
