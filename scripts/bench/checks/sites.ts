import { fork } from "node:child_process";
import { once } from "node:events";
import path from "node:path";

export interface Sites {
  port: number;
  stop(): void;
}

/** Servers of thousands of websites, in a process of their own. */
export async function startSites(): Promise<Sites> {
  const process = fork(path.join(import.meta.dirname, "targets.ts"));
  const [port] = (await once(process, "message")) as [number];
  return { port, stop: () => process.disconnect() };
}

/** Every target at an address of its own. */
export const loopbackOf = (index: number) => `127.0.${index >> 8}.${index & 255}`;
