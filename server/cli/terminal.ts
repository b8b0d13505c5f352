import { createInterface } from "node:readline";
import { Writable } from "node:stream";
import { type Terminal, UsageProblem } from "./command.ts";

/** The terminal of this process. Answers may also be piped, a line each. */
export function openTerminal(): Terminal & { close(): void } {
  let isHidden = false;
  const shown = new Writable({
    write(chunk: Buffer, _encoding, done) {
      if (!isHidden) process.stderr.write(chunk);
      done();
    },
  });
  let lines: ReturnType<typeof createInterface> | undefined;
  let answers: AsyncIterator<string> | undefined;
  return {
    print: (text) => void process.stdout.write(`${text}\n`),
    note: (text) => void process.stderr.write(`${text}\n`),
    async ask(question, { isSecret = false } = {}) {
      const isTyped = process.stdin.isTTY === true;
      lines ??= createInterface({ input: process.stdin, output: shown, terminal: isTyped });
      answers ??= lines[Symbol.asyncIterator]();
      process.stderr.write(`${question} `);
      isHidden = isSecret && isTyped;
      const { value, done } = await answers.next();
      if (isHidden) process.stderr.write("\n");
      isHidden = false;
      if (done) throw new UsageProblem("Die Eingabe ist zu Ende, es fehlt noch eine Antwort.");
      return value.trim();
    },
    close: () => lines?.close(),
  };
}
