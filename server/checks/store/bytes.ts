/** Writes whole numbers in as few bytes as each needs (LEB128), signed ones as zigzag. */
export class Writer {
  #buffer = Buffer.allocUnsafe(1024);
  #length = 0;

  unsigned(value: number): void {
    if (this.#length + 10 > this.#buffer.length)
      this.#buffer = Buffer.concat([this.#buffer, Buffer.allocUnsafe(this.#buffer.length)]);
    let left = value;
    while (left >= 0x80) {
      this.#buffer[this.#length++] = (left % 0x80) | 0x80;
      left = Math.floor(left / 0x80);
    }
    this.#buffer[this.#length++] = left;
  }

  signed(value: number): void {
    this.unsigned(value < 0 ? -2 * value - 1 : 2 * value);
  }

  /** Values that are often the same as the one before: each once, with how often it comes. */
  runs(values: readonly number[]): void {
    let index = 0;
    while (index < values.length) {
      const value = values[index] ?? 0;
      let length = 1;
      while (values[index + length] === value) length += 1;
      this.unsigned(value);
      this.unsigned(length);
      index += length;
    }
  }

  bytes(): Buffer {
    return this.#buffer.subarray(0, this.#length);
  }
}

const endsTooEarly = "A block of results ends too early.";

/** Reads what a Writer wrote, in the same order. */
export class Reader {
  readonly #bytes: Uint8Array;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  unsigned(): number {
    let value = 0;
    let weight = 1;
    for (;;) {
      const byte = this.#bytes[this.#at++];
      if (byte === undefined) throw new Error(endsTooEarly);
      value += (byte & 0x7f) * weight;
      if (byte < 0x80) return value;
      weight *= 0x80;
    }
  }

  /** Passes over so many numbers. */
  skip(count: number): void {
    let left = count;
    while (left > 0) {
      const byte = this.#bytes[this.#at++];
      if (byte === undefined) throw new Error(endsTooEarly);
      if (byte < 0x80) left -= 1;
    }
  }

  signed(): number {
    const value = this.unsigned();
    return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
  }

  runs(count: number): number[] {
    const values: number[] = [];
    while (values.length < count) {
      const value = this.unsigned();
      const length = this.unsigned();
      for (let index = 0; index < length; index += 1) values.push(value);
    }
    return values;
  }
}
