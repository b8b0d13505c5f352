import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { hostVariables } from "../cli/host-variables.ts";
import { atFileEnd } from "../file-end.ts";
import { signalTree } from "../portal/process-tree.ts";
import { temporaryFolder } from "../temporary-folders.ts";

/** Nodes of which a part of the portal runs, each a process of a program beside this file, until the end of the test file. */
export function openNodePrograms(file: string) {
  const program = path.join(import.meta.dirname, file);
  const running = new Set<ChildProcess>();
  atFileEnd(async () => {
    for (const child of running) end(child);
  });
  const end = (child: ChildProcess) => {
    if (!running.delete(child)) return;
    // Whoever it has started ends with it; one that is held does not notice.
    signalTree(child.pid, "SIGCONT");
    child.kill("SIGKILL");
  };
  return {
    /** Starts a node and resolves when it has joined the others. */
    async start(...args: string[]): Promise<ChildProcess> {
      const child = spawn(process.execPath, ["--disable-warning=ExperimentalWarning", program, ...args], {
        env: { ...hostVariables(), NODE_ENV: "test", TMPDIR: temporaryFolder("node-program") },
        stdio: ["ignore", "pipe", "inherit"],
      });
      running.add(child);
      child.once("exit", () => running.delete(child));
      await once(child.stdout, "data");
      child.stdout.resume();
      return child;
    },
    kill: end,
    /** Holds a node, alone or with what it has started; returns how to let it go on. */
    hold(child: ChildProcess, { alone = false } = {}): () => void {
      const signal = (name: NodeJS.Signals) => {
        if (alone) child.kill(name);
        else if (running.has(child)) signalTree(child.pid, name);
      };
      signal("SIGSTOP");
      return () => signal("SIGCONT");
    },
  };
}
