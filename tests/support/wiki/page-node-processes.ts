import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import path from "node:path";
import { expect } from "vitest";
import { until } from "../until.ts";

const program = path.join(import.meta.dirname, "page-node-process.ts");

interface NodeProcess {
  origin: URL;
  child: ChildProcess;
  isHeld: boolean;
}

/** Nodes in processes of their own on one database, which hear each other, behind one port. */
export async function startPageNodes(place: string, count: number) {
  const nodes = new Set<NodeProcess>();
  const sockets = new Set<Socket>();
  let turn = 0;

  async function start(): Promise<void> {
    const child = fork(program, [place], { execArgv: [], stdio: ["ignore", "ignore", "inherit", "ipc"] });
    const origin = await new Promise<string>((resolve, reject) => {
      child.on("message", (message: { origin?: string }) => message.origin && resolve(message.origin));
      child.once("exit", () => reject(new Error("the node could not start")));
    });
    const node = { origin: new URL(origin), child, isHeld: false };
    nodes.add(node);
    child.on("message", (message) => {
      // A process that has just been killed can be written to for a moment.
      for (const other of nodes)
        if (other !== node && other.child.connected) other.child.send(message as object, () => undefined);
    });
    child.once("exit", () => nodes.delete(node));
  }

  const pick = () => {
    const free = [...nodes].filter(({ isHeld }) => !isHeld);
    turn += 1;
    return free[turn % free.length];
  };
  const balancer = createServer((client) => {
    const node = pick();
    const server = node && connect(Number(node.origin.port), node.origin.hostname);
    if (!server) return client.destroy();
    for (const [one, other] of [
      [client, server],
      [server, client],
    ] as const) {
      sockets.add(one);
      one.on("error", () => undefined);
      one.once("close", () => {
        sockets.delete(one);
        other.destroy();
      });
      one.pipe(other);
    }
  });
  balancer.listen(0, "127.0.0.1");
  await once(balancer, "listening");
  for (let no = 0; no < count; no += 1) await start();

  const end = async (node: NodeProcess | undefined, signal: NodeJS.Signals) => {
    if (!node) throw new Error("no node is left");
    const ended = once(node.child, "exit");
    node.child.kill(signal);
    return ((await ended) as [number | null, NodeJS.Signals | null]).find((how) => how !== null);
  };

  return {
    origin: `http://127.0.0.1:${(balancer.address() as AddressInfo).port}`,
    start,
    /** Ends one that is not held, without a farewell. */
    kill: () => end(pick(), "SIGKILL"),
    /** Holds one: it keeps its connections and answers nothing until what this resolves with, once it stands, is called. */
    async hold() {
      const node = pick();
      if (!node) throw new Error("no node is left");
      node.isHeld = true;
      node.child.kill("SIGSTOP");
      await until(() => expect(readFileSync(`/proc/${node.child.pid}/status`, "utf8")).toMatch(/^State:\tT/m));
      return () => {
        node.isHeld = false;
        node.child.kill("SIGCONT");
      };
    },
    /** Ends all in good order; resolves with their exit codes. */
    async stop() {
      balancer.close();
      const codes = await Promise.all([...nodes].map((node) => end(node, "SIGTERM")));
      for (const socket of sockets) socket.destroy();
      return codes;
    },
  };
}
