import path from "node:path";
import { createInterface } from "node:readline";
import { Writable } from "node:stream";
import { type Terminal, UsageProblem } from "./command.ts";
import { becomeOwner, isOfRoot, portalFile } from "./data-owner.ts";
import { runCommandLine } from "./run.ts";

// Whatever a command writes is for the account of the portal alone.
process.umask(0o077);
const terminal = openTerminal();
const stopping = new AbortController();
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => stopping.abort());
// Begun by a portal, it ends with it; what it leaves is found by the next run.
process.once("disconnect", () => stopping.abort());
const dataDir = path.resolve(process.env.DATA_DIR || "./data");
const wasEmpty = portalFile(dataDir) === undefined;
const code = await runCommandLine(
  process.argv.slice(2),
  { variables: { ...process.env, DATA_DIR: dataDir }, terminal, signal: stopping.signal },
  () => becomeOwner(dataDir),
);
if (code === 0 && wasEmpty && isOfRoot(dataDir))
  terminal.note(
    `Alles in ${dataDir} gehört root. Läuft das Portal unter einem anderen Konto, gib es ihm vor dem Start, etwa: chown -R techcenter: ${dataDir}`,
  );
terminal.close();
process.exit(code);

/** The terminal of this process. Answers may also be piped, a line each. */
function openTerminal(): Terminal & { close(): void } {
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
