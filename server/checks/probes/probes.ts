import type { CheckKind } from "../../../contract/checks/kinds.ts";
import type { Probe } from "../probe.ts";
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
