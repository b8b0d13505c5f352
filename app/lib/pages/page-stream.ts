import { Transform } from "node:stream";

export type Flushable = Transform & { flush(): void };

/**
 * Where React writes a page. What it writes until it asks to flush goes on in one piece: in the pieces of 2 KB in which it
 * comes, a list would pass 250 times through all that lies between here and the socket. Once that has come through, what
 * compresses it, if anything does, sends it on.
 *
 * React 18 writes into buffers of 2 KB and leaves zero bytes where a character of several bytes does not fit into the
 * rest of one; browsers show them as „�“. No page holds a zero byte of its own.
 */
export function pageStream(next: Flushable | undefined): Flushable {
  let gathered: Uint8Array[] = [];
  const send = () => {
    if (gathered.length > 0) stream.push(Buffer.concat(gathered));
    gathered = [];
  };
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      gathered.push(chunk.includes(0) ? chunk.filter((byte) => byte) : chunk);
      done();
    },
    flush(done) {
      send();
      done();
    },
  });
  return Object.assign(stream, {
    flush() {
      send();
      setImmediate(() => next?.destroyed === false && next.flush());
    },
  });
}
