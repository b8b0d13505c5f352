import { statSync } from "node:fs";
import path from "node:path";
import { createInterface } from "node:readline";
import { Writable } from "node:stream";
import { databaseFile } from "../db/connection.ts";
import { type Terminal, UsageProblem } from "./command.ts";
import { runCommandLine } from "./run.ts";

// Whatever a command writes is for the account of the portal alone.
process.umask(0o077);
actAsOwner(process.env.DATA_DIR ?? "./data");
const terminal = openTerminal();
const stopping = new AbortController();
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => stopping.abort());
// Begun by a portal, it ends with it; what it leaves is found by the next run.
process.once("disconnect", () => stopping.abort());
const code = await runCommandLine(process.argv.slice(2), {
  variables: process.env,
  terminal,
  signal: stopping.signal,
});
terminal.close();
process.exit(code);

/**
 * What root writes into a data folder the portal's account could not open afterwards. So root's commands run as whoever
 * the database belongs to, or the secrets where that lies elsewhere.
 */
function actAsOwner(dataDir: string): void {
  if (process.getuid?.() !== 0) return;
  const files = [databaseFile(dataDir), path.join(dataDir, "secrets.json")];
  const owner = files.map((file) => statSync(file, { throwIfNoEntry: false })).find(Boolean);
  if (!owner || owner.uid === 0) return;
  process.setgroups?.([]);
  process.setgid?.(owner.gid);
  process.setuid?.(owner.uid);
}

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
