import { type CheckConfig, checkConfigs } from "../../../contract/checks/configs.ts";
import type { CheckKind } from "../../../contract/checks/kinds.ts";
import type { CheckOrder, Probe, ProbeOutcome, ProbeTools } from "../../../server/checks/probe.ts";
import { probes } from "../../../server/checks/probes/probes.ts";
import { newId } from "../../../server/db/new-id.ts";

/** Every name leads to loopback, which is allowed, as in a network of one's own. */
export const loopbackTools: ProbeTools = {
  allowedNetworks: ["127.0.0.0/8"],
  resolver: { resolveName: async () => [{ address: "127.0.0.1", family: 4 }] },
  signal: new AbortController().signal,
  now: () => new Date(),
};

export interface ProbeOptions extends Partial<ProbeTools> {
  secret?: string;
  timeoutMs?: number;
}

/** Makes one check of a kind, with the defaults of its configuration. */
export function probe<Kind extends CheckKind>(
  kind: Kind,
  config: Partial<CheckConfig<Kind>>,
  { secret, timeoutMs = 20_000, ...tools }: ProbeOptions = {},
): Promise<ProbeOutcome> {
  const order = {
    id: newId(),
    kind,
    target: { type: "website", id: newId() },
    config: checkConfigs[kind].parse(config),
    secret: secret ?? null,
    timeoutMs,
  } as CheckOrder<Kind>;
  return (probes[kind] as unknown as Probe<Kind>)(order, { ...loopbackTools, ...tools });
}
