import { connectGuarded, startTls } from "../../outbound/guarded-connect.ts";
import { OutboundProblem } from "../../outbound/outbound-problem.ts";
import type { Probe } from "../probe.ts";
import { openLines, readReply } from "./lines.ts";
import { failedBy, judged, openStopwatch } from "./phases.ts";

const implicitTls = 465;

/** Waits for the greeting of a mail server and says goodbye. */
export const probeSmtp: Probe<"smtp"> = async ({ config, timeoutMs }, tools) => {
  const watch = openStopwatch(timeoutMs, tools);
  const { host, port, banner: expected } = config;
  const { allowedNetworks, resolver } = tools;
  try {
    const target = { host, port, allowedNetworks, resolveName: resolver.resolveName, signal: watch.signal };
    const { socket, ...connected } = await connectGuarded(target);
    watch.keep("dns", connected.dnsMs);
    watch.keep("connect", connected.connectMs);
    try {
      const secured = port === implicitTls ? await startTls(socket, { ...target, acceptsInvalid: true }) : undefined;
      watch.keep("tls", secured?.tlsMs);
      const begun = performance.now();
      const lines = openLines(secured?.socket ?? socket, watch.signal);
      const [greeting = ""] = await readReply(lines, "220");
      watch.keep("ttfb", performance.now() - begun);
      lines.say("QUIT");
      const banner = steadyBanner(greeting);
      const isExpected = !expected || greeting.toLowerCase().includes(expected.toLowerCase());
      return {
        ...(isExpected ? { outcome: "ok" } : judged("degraded", "banner", banner)),
        banner,
        remoteAddress: connected.address,
        phases: watch.phases(),
      };
    } finally {
      socket.destroy();
    }
  } catch (error) {
    const refusal = error instanceof OutboundProblem && error.code === "banner" ? error.message : undefined;
    if (refusal !== undefined) return { ...judged("failed", "banner", refusal), phases: watch.phases() };
    return failedBy(error, watch);
  }
};

/** A greeting without what changes each time: dates, times and numbers of sessions. */
function steadyBanner(greeting: string): string {
  return greeting
    .replace(/[^\x20-\x7e]/g, "?")
    .replace(/\b(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun),? .*$/, "")
    .replace(/\d{1,2}:\d{2}(?::\d{2})?|\b\d{4}-\d{2}-\d{2}T?|\b[0-9a-f]{8,}\b|<[^>]{0,100}>/gi, "")
    .replace(/[;\s]+$/, "")
    .replace(/\s+/g, " ")
    .slice(0, 200);
}
