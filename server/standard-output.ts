import { write, writeSync } from "node:fs";

/** A pipe that takes nothing for now is asked again after this. */
const retryMs = 20;
/** How often it is asked at the end of the process, which waits for it then. */
const maxLastTries = 50;

interface Output {
  write(text: string): void;
}

/**
 * Writes to a file descriptor without waiting for it, and what is left when the process ends. What that does not take, a
 * full disk or a terminal that is gone, is dropped: neither stops the process nor keeps it from ending.
 */
export function openOutput(fd: number): Output {
  let waiting = "";
  /** What was begun and not taken yet; empty while the system has it. */
  let left = Buffer.alloc(0);
  let isWriting = false;

  function send(bytes: Buffer<ArrayBuffer>): void {
    left = Buffer.alloc(0);
    write(fd, bytes, (error, count) => {
      const isDone = error ? !isForNow(error) : count === bytes.length;
      if (!isDone) {
        left = error ? bytes : bytes.subarray(count);
        if (error) setTimeout(() => send(left), retryMs);
        else send(left);
        return;
      }
      isWriting = false;
      flush();
    });
  }
  function flush(): void {
    if (isWriting || waiting === "") return;
    isWriting = true;
    const bytes = Buffer.from(waiting);
    waiting = "";
    send(bytes);
  }
  process.once("exit", () => writeLast(fd, Buffer.concat([left, Buffer.from(waiting)])));
  return {
    write(text) {
      waiting += text;
      flush();
    },
  };
}

let output: Output | undefined;

/** The one of this process, to which all its logs write. */
export function standardOutput(): Output {
  output ??= openOutput(1);
  return output;
}

function writeLast(fd: number, bytes: Buffer): void {
  let rest = bytes;
  for (let tries = 0; rest.length > 0 && tries < maxLastTries; ) {
    try {
      rest = rest.subarray(writeSync(fd, rest));
    } catch (error) {
      if (!isForNow(error)) return;
      tries += 1;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, retryMs);
    }
  }
}

const isForNow = (error: unknown) => error instanceof Error && "code" in error && error.code === "EAGAIN";
