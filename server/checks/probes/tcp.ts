import { connectGuarded } from "../../outbound/guarded-connect.ts";
import type { Probe } from "../probe.ts";
import { failedBy, openStopwatch } from "./phases.ts";

/** Connects to a port and hangs up. */
export const probeTcp: Probe<"tcp"> = async ({ config, timeoutMs }, { allowedNetworks, resolver, signal }) => {
  const watch = openStopwatch(timeoutMs, { signal });
  try {
    const { socket, address, dnsMs, connectMs } = await connectGuarded({
      host: config.host,
      port: config.port,
      allowedNetworks,
      resolveName: resolver.resolveName,
      signal: watch.signal,
    });
    socket.destroy();
    watch.keep("dns", dnsMs);
    watch.keep("connect", connectMs);
    return { outcome: "ok", remoteAddress: address, phases: watch.phases() };
  } catch (error) {
    return failedBy(error, watch);
  }
};
