import { randomInt } from "node:crypto";
import { createSocket } from "node:dgram";
import { createServer } from "node:net";

/**
 * Below the ports that the portal chooses for Soketi and those that systems give to outgoing connections, either of which
 * could take a port between two listeners. Each worker has a part of its own, so that no two choose the same.
 */
const firstPort = 10_000;
const portsOfWorker = 500;
const workers = 20;
const given = new Set<number>();

/** A port for a listener that comes later, or goes and comes back: free on every address, over TCP and UDP. */
export async function stablePort(): Promise<number> {
  const worker = Number(process.env.VITEST_POOL_ID ?? 0) % workers;
  const port = firstPort + worker * portsOfWorker + randomInt(portsOfWorker);
  if (given.has(port) || !(await isFree(port))) return stablePort();
  given.add(port);
  return port;
}

async function isFree(port: number): Promise<boolean> {
  const udp = createSocket("udp4");
  const tcp = createServer();
  try {
    await new Promise<void>((resolve, reject) => udp.once("error", reject).bind(port, resolve));
    await new Promise<void>((resolve, reject) => tcp.once("error", reject).listen(port, "0.0.0.0", resolve));
    return true;
  } catch {
    return false;
  } finally {
    await Promise.all([udp, tcp].map((each) => new Promise<void>((resolve) => each.close(() => resolve()))));
  }
}
