import { sql } from "kysely";
import { expect } from "vitest";
import type { Db } from "../../../server/db/connection.ts";
import { isLiving } from "../../../server/nodes/nodes.ts";
import { type PortalProcess, startPortalProcess } from "../portal/portal-process.ts";
import { stablePort } from "../ports.ts";
import { type Program, thisProgram } from "./programs.ts";

/** A node of a portal as a process of its own, always at the same port and on the same data folder. */
export interface NodeProcess {
  name: string;
  /** Address and port, as a balancer names it. */
  host: string;
  /** Starts it with a version of the portal, the tested one unless another is given. */
  start(program?: Program): Promise<void>;
  /** The version that it was started with last. */
  program(): Program;
  /** Ends it without a farewell. */
  kill(): Promise<void>;
  /** Holds it with all of its processes, without ending it; returns how to let it go on. */
  hold(): () => void;
  /** Ends it as an operator does. */
  stop(): Promise<void>;
  isReady(): Promise<boolean>;
}

interface NodeOptions {
  dataDir: string;
  env: Record<string, string>;
  /** Where it lies in the network, and what starts it there; on this host's loopback when absent. */
  network?: { address: string; enter: readonly string[] };
}

/** Makes a node, which does not run yet. */
export async function makeNode(name: string, { dataDir, env, network }: NodeOptions): Promise<NodeProcess> {
  const port = await stablePort();
  const address = network?.address ?? "127.0.0.1";
  const host = `${address}:${port}`;
  let running: PortalProcess | undefined;
  let last = thisProgram;
  const end = async (signal: NodeJS.Signals) => {
    const ending = running;
    running = undefined;
    return ending?.end(signal);
  };
  return {
    name,
    host,
    program: () => last,
    async start(program = thisProgram) {
      last = program;
      running = await startPortalProcess({
        dataDir,
        from: program.folder,
        env: { ...env, HOST: address, PORT: String(port), NODE_NAME: name },
        ...(network && { startedBy: network.enter }),
      });
    },
    async kill() {
      expect(await end("SIGKILL")).toBe("SIGKILL");
    },
    hold() {
      running?.signalAll("SIGSTOP");
      return () => running?.signalAll("SIGCONT");
    },
    async stop() {
      if (running) expect(await end("SIGTERM")).toBe(0);
    },
    isReady: () =>
      fetch(`http://${host}/api/health/ready`).then(
        ({ ok }) => ok,
        () => false,
      ),
  };
}

/** How many nodes live, by the clock of the database. */
export async function countLiving(db: Db): Promise<number> {
  const rows = await db
    .selectFrom("nodes")
    .select("id")
    .where(isLiving(sql.ref("nodes.id")))
    .execute();
  return rows.length;
}
