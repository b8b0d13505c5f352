/**
 * A body that is made as fast as its reader takes it. When the reader leaves, the source is returned and makes no more;
 * what the source throws is reported and breaks the body off, so that nobody takes a part for the whole.
 */
export function streamOf(
  source: AsyncGenerator<Uint8Array>,
  report: (error: unknown) => void,
): ReadableStream<Uint8Array> {
  let hasLeft = false;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { done, value } = await source.next();
          if (hasLeft) return;
          if (done) controller.close();
          else controller.enqueue(value);
        } catch (error) {
          report(error);
          controller.error(error);
        }
      },
      async cancel() {
        hasLeft = true;
        await source.return(undefined);
      },
    },
    { highWaterMark: 1 },
  );
}
