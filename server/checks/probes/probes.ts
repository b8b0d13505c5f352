import type { CheckKind } from "../../../contract/checks/kinds.ts";
import { openResolver } from "../../outbound/resolver.ts";
import type { CheckOrder, CheckResolver, Probe } from "../probe.ts";
import { probeDns } from "./dns.ts";
import { probeHttp } from "./http.ts";
import { probePing } from "./ping.ts";
import { probePush } from "./push.ts";
import { probeSmtp } from "./smtp.ts";
import { probeTcp } from "./tcp.ts";
import { probeTls } from "./tls.ts";

/** How a check of each kind is made. */
export const probes = {
  http: probeHttp,
  tls: probeTls,
  tcp: probeTcp,
  ping: probePing,
  dns: probeDns,
  smtp: probeSmtp,
  push: probePush,
} as const satisfies { [Kind in CheckKind]: Probe<Kind> };

/** Looks at a target in the way that its check wants. */
export const probe: Probe = (check, tools) => {
  const run = probes[check.kind] as Probe;
  return run(check as CheckOrder, tools);
};

/** How names are resolved by these name servers, or by those of the system. */
export const resolverOf = (nameServers: readonly string[] | undefined): CheckResolver => ({
  ...(nameServers && { servers: nameServers }),
  resolveName: openResolver(nameServers && { servers: nameServers }),
});
