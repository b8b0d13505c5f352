import { createInterface } from "node:readline";
import { Writable } from "node:stream";
import { StartProblem } from "../start-problem.ts";
import { type Terminal, UsageProblem } from "./command.ts";

type Streams = Record<"stdout" | "stderr", { write(text: string | Uint8Array): unknown }> & {
  stdin: NodeJS.ReadableStream & { isTTY?: boolean };
};

/** The terminal of a process. Answers may also be piped, a line each; a secret is taken as it was typed, with its spaces. */
export function openTerminal({ stdin, stdout, stderr }: Streams): Terminal & { close(): void } {
  let isHidden = false;
  const shown = new Writable({
    write(chunk: Buffer, _encoding, done) {
      if (!isHidden) stderr.write(chunk);
      done();
    },
  });
  const isTyped = stdin.isTTY === true;
  let lines: ReturnType<typeof createInterface> | undefined;
  let answers: AsyncIterator<string> | undefined;
  return {
    isTyped,
    print: (text) => void stdout.write(`${text}\n`),
    note: (text) => void stderr.write(`${text}\n`),
    async ask(question, { isSecret = false } = {}) {
      lines ??= createInterface({ input: stdin, output: shown, terminal: isTyped });
      answers ??= lines[Symbol.asyncIterator]();
      stderr.write(`${question} `);
      isHidden = isSecret && isTyped;
      const { value, done } = await answers.next();
      if (isHidden) stderr.write("\n");
      isHidden = false;
      if (done) throw new UsageProblem("Die Eingabe ist zu Ende, es fehlt noch eine Antwort.");
      return isSecret ? value : value.trim();
    },
    close: () => lines?.close(),
  };
}

/** Asks for a new password; twice where somebody types it, for they do not see what they type. */
export async function askNewPassword(terminal: Terminal, question: string): Promise<string> {
  const password = await terminal.ask(question, { isSecret: true });
  if (terminal.isTyped && (await terminal.ask("Noch einmal:", { isSecret: true })) !== password)
    throw new StartProblem("Die beiden Eingaben sind nicht gleich; es bleibt, wie es war.");
  return password;
}
