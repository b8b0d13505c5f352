import { readFileSync } from "node:fs";

/** Sends a signal to a process and to those that it has started, such as the ones of Postgres that answer connections. */
export function signalTree(pid: number | undefined, signal: NodeJS.Signals): void {
  if (pid === undefined) return;
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim().split(" ").filter(Boolean);
  for (const one of [pid, ...children.map(Number)]) process.kill(one, signal);
}
