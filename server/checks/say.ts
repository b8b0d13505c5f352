/** Says something to the portal that has started this process; to nobody once that has ended. */
export function say(message: unknown): void {
  process.send?.(message, undefined, undefined, () => undefined);
}
