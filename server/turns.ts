/**
 * Lets so many begin in each turn of the event loop; whoever comes when a turn is full waits for the next, in the order in
 * which they came. So a crowd that comes at once holds up nobody else.
 */
export function openTurns(perTurn: number): () => Promise<void> {
  const waiting: (() => void)[] = [];
  let begun = 0;
  let isCounting = false;
  function next(): void {
    const now = waiting.splice(0, perTurn);
    begun = now.length;
    isCounting = begun > 0;
    if (isCounting) setImmediate(next);
    for (const begin of now) begin();
  }
  return async () => {
    if (!isCounting) setImmediate(next);
    isCounting = true;
    if (begun === perTurn) return new Promise<void>((begin) => waiting.push(begin));
    begun += 1;
  };
}
