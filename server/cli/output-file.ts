import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { type FileHandle, open, rename, rm } from "node:fs/promises";
import { StartProblem } from "../start-problem.ts";

export interface OutputFile {
  name: string;
  handle: FileHandle;
  /** Gives the file its name; it has to be closed. */
  keep(): Promise<void>;
  /** Removes what was written; does nothing once it is kept. */
  discard(): Promise<void>;
}

/**
 * Opens a file that has its name only when it is whole. What root opens root also names or removes: the account that
 * root becomes meanwhile may not be allowed to in that folder.
 */
export async function openOutputFile(name: string): Promise<OutputFile> {
  if (existsSync(name)) throw new StartProblem(`${name} gibt es schon; nimm einen anderen Namen.`);
  const partial = `${name}.part`;
  const handle = await open(partial, "wx", 0o600).catch((error: NodeJS.ErrnoException) => {
    throw error.code === "EEXIST"
      ? new StartProblem(`${partial} gibt es schon, wohl von einem abgebrochenen Versuch; entferne es.`)
      : error;
  });
  const end = process.getuid?.() === 0 ? endAsRoot(partial, name) : endHere(partial, name);
  let isOver = false;
  const over = async (isKept: boolean) => {
    if (isOver) return;
    isOver = true;
    await handle.close().catch(() => undefined);
    await end(isKept);
  };
  return { name, handle, keep: () => over(true), discard: () => over(false) };
}

type End = (isKept: boolean) => Promise<void>;

function endHere(partial: string, name: string): End {
  return (isKept) => (isKept ? rename(partial, name) : rm(partial, { force: true }));
}

/** A shell that stays root waits for the word that the file is whole; where this process dies, it removes it. */
function endAsRoot(partial: string, name: string): End {
  const script = 'read -r word && [ "$word" = whole ] && exec mv -- "$0" "$1"; rm -f -- "$0"';
  const shell = spawn("/bin/sh", ["-c", script, partial, name], {
    stdio: ["pipe", "ignore", "inherit"],
    // What ends this process from the terminal leaves the shell to its work.
    detached: true,
  });
  const ended = once(shell, "exit");
  return async (isKept) => {
    shell.stdin.end(isKept ? "whole\n" : "");
    const [code] = await ended;
    if (isKept && code !== 0) throw new StartProblem(`${partial} lässt sich nicht in ${name} umbenennen.`);
  };
}
