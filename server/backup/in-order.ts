/** Runs several at a time, and yields their results in the order of the input. */
export async function* inOrder<Item, Result>(
  source: AsyncIterable<Item> | Iterable<Item>,
  atOnce: number,
  work: (item: Item) => Promise<Result>,
): AsyncGenerator<Result> {
  const begun: Promise<Result>[] = [];
  try {
    for await (const item of source) {
      const result = work(item);
      // It is awaited below; until then its failure must not count as unhandled.
      result.catch(() => undefined);
      begun.push(result);
      if (begun.length >= atOnce) yield await (begun.shift() as Promise<Result>);
    }
    for (let next = begun.shift(); next; next = begun.shift()) yield await next;
  } finally {
    await Promise.allSettled(begun);
  }
}
