import { isIP } from "node:net";
import { type CheckConfig, checkConfigs } from "../../../contract/checks/configs.ts";
import type { CheckKind } from "../../../contract/checks/kinds.ts";
import type { RecordCheckConfig } from "../../../contract/checks/settings-input.ts";
import { parseOwnJson } from "../../../contract/narrowing.ts";
import type { Settings } from "../../../contract/settings/sections.ts";
import { isReservedName } from "./reserved-names.ts";

/** A check as a record asks for it. */
export interface PlannedCheck {
  kind: CheckKind;
  part: string;
  label: string;
  address: string;
  intervalS: number;
  timeoutMs: number;
  priority: number;
  config: CheckConfig;
  /** Of the settings of the record, where this check uses it. */
  usesSecret: boolean;
}

export interface PlanContext {
  settings: Settings<"monitoring">;
  own: RecordCheckConfig;
}

interface Website {
  url: string;
  title: string;
  sla: string | null;
}

const priorities = { host: 2, premium: 3, usual: 5 } as const;

/** The checks of a website: its page, and its certificate where it has one. */
export function planWebsite({ url, title, sla }: Website, { settings, own }: PlanContext): PlannedCheck[] {
  if (!URL.canParse(url)) return [];
  const { hostname, protocol, port } = new URL(url);
  if (isReservedName(hostname)) return [];
  const isSecure = protocol === "https:";
  const portNumber = Number(port) || (isSecure ? 443 : 80);
  const isPremium = sla === "premium";
  const common = {
    part: "",
    label: title,
    address: `${hostname}:${portNumber}`,
    timeoutMs: own.timeoutMs ?? settings.timeoutMs,
    priority: isPremium ? priorities.premium : priorities.usual,
  };
  const http: PlannedCheck = {
    ...common,
    kind: "http",
    intervalS: own.intervalS ?? (isPremium ? settings.premiumIntervalS : settings.standardIntervalS),
    config: checkConfigs.http.parse({
      ...own.http,
      url,
      slowMs: own.slowMs ?? settings.slowMs,
      userAgent: settings.userAgent || null,
    }),
    usesSecret: true,
  };
  if (!isSecure || !own.http.verifiesTls) return [http];
  const config = checkConfigs.tls.parse({ host: hostname, port: portNumber });
  return [http, { ...common, kind: "tls", intervalS: settings.certificateIntervalS, config, usesSecret: false }];
}

interface Host {
  hostname: string | null;
  ips: string;
  title: string;
}

/** The checks of a host: whether it answers at all, the ports that somebody has named, and the certificates of mail ports. */
export function planHost({ hostname, ips, title }: Host, { settings, own }: PlanContext): PlannedCheck[] {
  const host = hostname ?? parseOwnJson<string[]>(ips)[0];
  if (!host || isReservedName(host)) return [];
  const common = {
    label: title,
    intervalS: own.intervalS ?? settings.hostIntervalS,
    timeoutMs: own.timeoutMs ?? settings.timeoutMs,
    priority: priorities.host,
    usesSecret: false,
  };
  const slow = own.slowMs === null ? {} : { slowMs: own.slowMs };
  const ping = checkConfigs.ping.parse({ host, ...slow });
  return [
    { ...common, kind: "ping", part: "", address: `${host}:0`, config: ping },
    ...own.ports.flatMap((port): PlannedCheck[] => {
      const at = { ...common, part: String(port), address: `${host}:${port}` };
      const answers: PlannedCheck = smtpPorts.has(port)
        ? { ...at, kind: "smtp", config: checkConfigs.smtp.parse({ host, port }) }
        : { ...at, kind: "tcp", config: checkConfigs.tcp.parse({ host, port, ...slow }) };
      const startTls = mailTls.get(port);
      // An address has no name that a certificate could be for.
      if (startTls === undefined || isIP(host)) return [answers];
      const config = checkConfigs.tls.parse({ host, port, startTls });
      return [answers, { ...at, kind: "tls", intervalS: settings.certificateIntervalS, config }];
    }),
  ];
}

/** Mail servers greet whoever connects; with TLS at once they are only connected to. */
const smtpPorts = new Set([25, 587]);
/** The ports of mail with a certificate, by how TLS begins there; null for at once. */
const mailTls = new Map<number, "smtp" | "imap" | "pop3" | null>([
  [25, "smtp"],
  [587, "smtp"],
  [143, "imap"],
  [110, "pop3"],
  [465, null],
  [993, null],
  [995, null],
]);

interface Domain {
  nameAce: string;
  title: string;
}

/** The check of a domain: whether its name servers are found. */
export function planDomain({ nameAce, title }: Domain, { settings, own }: PlanContext): PlannedCheck[] {
  if (isReservedName(nameAce)) return [];
  const config = checkConfigs.dns.parse({ name: nameAce, type: "NS", expected: own.nameservers });
  return [
    {
      kind: "dns",
      part: "",
      label: title,
      address: `${nameAce}:53`,
      config,
      usesSecret: false,
      intervalS: own.intervalS ?? settings.dnsIntervalS,
      timeoutMs: own.timeoutMs ?? settings.timeoutMs,
      priority: priorities.usual,
    },
  ];
}
