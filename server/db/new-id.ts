import { randomFillSync } from "node:crypto";
import { v7 } from "uuid";

const length = 16;
const pool = new Uint8Array(256 * length);
let used = pool.length;
let last = { msecs: 0, seq: 0 };

/**
 * A time-ordered identifier (UUIDv7, RFC 9562) for a new row, behind all that this process has made before. Randomness
 * is fetched for many at once: one at a time it costs as much as the insert.
 */
export function newId(): string {
  const random = takeRandom();
  const msecs = Date.now();
  last = msecs > last.msecs ? { msecs, seq: seedOf(random) } : { msecs: last.msecs, seq: last.seq + 1 };
  return v7({ random, ...last });
}

function takeRandom(): Uint8Array {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  used += length;
  return pool.slice(used - length, used);
}

/** The counter of a millisecond begins low enough to be counted up for as long as it lasts. */
const seedOf = (random: Uint8Array) => new DataView(random.buffer).getUint32(6) >>> 1;
