/** A stored moment as a date; null where there is none. */
export function toDate(at: string | number | null | undefined): Date | null {
  return at === null || at === undefined ? null : new Date(at);
}
