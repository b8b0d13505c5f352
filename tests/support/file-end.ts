const endings: (() => Promise<void>)[] = [];

/** Has something undone after the last test of the file; for what support makes and a test does not hold. */
export const atFileEnd = (undo: () => Promise<void>): void => void endings.push(undo);

/** Undoes it, the last first; `each-file.ts` calls this. */
export async function endFile(): Promise<void> {
  for (const undo of endings.splice(0).reverse()) await undo();
}
