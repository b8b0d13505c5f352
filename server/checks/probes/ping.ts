import { execFile } from "node:child_process";
import { connectGuarded, resolveAllowed } from "../../outbound/guarded-connect.ts";
import { asOutboundProblem, OutboundProblem } from "../../outbound/outbound-problem.ts";
import type { Address } from "../../outbound/resolver.ts";
import type { Probe } from "../probe.ts";
import { failedBy, openStopwatch, type Stopwatch } from "./phases.ts";

/** Asked one after the other where there is no ICMP. */
const commonPorts = [443, 80, 22];

/** How hosts are pinged here: by the system's `ping`, or by connecting to common ports where it does not work. */
export type PingMethod = "icmp" | "tcp";

/** Asks whether a host answers at all. */
export const probePing: Probe<"ping"> = async ({ config, timeoutMs }, tools) => {
  const { allowedNetworks, resolver, signal, pingCommand = "ping" } = tools;
  const watch = openStopwatch(timeoutMs, { signal });
  try {
    const begun = performance.now();
    const [address] = await resolveAllowed(
      config.host,
      { allowedNetworks, resolveName: resolver.resolveName },
      watch.signal,
    );
    watch.keep("dns", performance.now() - begun);
    if (!address) throw new OutboundProblem("Keine Adresse.", { code: "dnsNotFound" });
    const byPorts = (withinMs: number) => connectToAny(address, allowedNetworks, watch, withinMs);
    if ((await findPingMethod(pingCommand)) === "tcp") watch.keep("total", await byPorts(timeoutMs));
    else watch.keep("total", await sendPingOr(byPorts, { pingCommand, address, timeoutMs, signal: watch.signal }));
    return { outcome: "ok", phases: watch.phases() };
  } catch (error) {
    return failedBy(error, watch);
  }
};

interface PingOrder {
  pingCommand: string;
  address: Address;
  timeoutMs: number;
  signal: AbortSignal;
}

/** Many a firewall drops echo requests of a host that is well: half of the time is left to ask its ports. */
async function sendPingOr(
  byPorts: (withinMs: number) => Promise<number>,
  { pingCommand, address, timeoutMs, signal }: PingOrder,
): Promise<number> {
  const half = timeoutMs / 2;
  try {
    return await sendPing(pingCommand, address, half, signal);
  } catch (error) {
    return byPorts(half).catch(() => {
      throw error;
    });
  }
}

const methods = new Map<string, Promise<PingMethod>>();

/** Tries the system's `ping` on this machine, once in the life of the process. */
export function findPingMethod(command = "ping"): Promise<PingMethod> {
  const known = methods.get(command);
  if (known) return known;
  const own = { address: "127.0.0.1", family: 4 };
  const found = sendPing(command, own, 2000, AbortSignal.timeout(4000)).then(
    (): PingMethod => "icmp",
    (): PingMethod => "tcp",
  );
  methods.set(command, found);
  return found;
}

/** Pings an address that was checked; never a name, which the command would look up itself. */
function sendPing(
  command: string,
  { address, family }: Address,
  timeoutMs: number,
  signal: AbortSignal,
): Promise<number> {
  const seconds = String(Math.max(1, Math.ceil(timeoutMs / 1000)));
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  execFile(command, argumentsFor(address, family, seconds), { signal, maxBuffer: 64 * 1024 }, (error, output) => {
    const ms = /(?:time|Zeit)[=<]\s?([\d.,]+)\s?ms/i.exec(output)?.[1];
    if (ms !== undefined) return resolve(Number(ms.replace(",", ".")));
    reject(signal.aborted || !error ? noEcho(error) : toProblem(error));
  });
  return promise;
}

function argumentsFor(address: string, family: number, seconds: string): string[] {
  if (process.platform === "win32") return ["-n", "1", "-w", `${Number(seconds) * 1000}`, address];
  const wait = process.platform === "darwin" ? "-t" : "-W";
  return ["-n", ...(family === 6 && process.platform !== "darwin" ? ["-6"] : []), "-c", "1", wait, seconds, address];
}

const noEcho = (cause: unknown) => new OutboundProblem("Keine Antwort auf Ping.", { code: "timeout", cause });

/** `ping` ends with 1 where nobody has answered; everything else is its own trouble. */
function toProblem(error: Error & { code?: unknown }): OutboundProblem {
  if (error.code === 1 || error.code === 2) return noEcho(error);
  return new OutboundProblem("Ping ließ sich nicht senden.", { code: "internal", cause: error });
}

/** A port that refuses answers as well as one that accepts: somebody is there. */
async function connectToAny(
  { address }: Address,
  allowedNetworks: readonly string[],
  watch: Stopwatch,
  timeoutMs: number,
): Promise<number> {
  let failure: unknown;
  for (const port of commonPorts) {
    const begun = performance.now();
    const signal = AbortSignal.any([watch.signal, AbortSignal.timeout(Math.ceil(timeoutMs / commonPorts.length))]);
    try {
      const { socket, connectMs } = await connectGuarded({ host: address, port, allowedNetworks, signal });
      socket.destroy();
      return connectMs;
    } catch (error) {
      const problem = asOutboundProblem(error, signal);
      if (problem.code === "refused" || problem.code === "reset") return performance.now() - begun;
      failure ??= problem;
    }
  }
  throw failure;
}
