import { randomUUID } from "node:crypto";
import { fieldsIn, parseOwnJson } from "../../../contract/narrowing.ts";
import { secondMs } from "../../../contract/time/durations.ts";
import {
  type AgentPlan,
  agentPaths,
  agentProtocol,
  type HandedIn,
} from "../../../contract/vantage-points/agent-protocol.ts";
import type { Position } from "../store/store.ts";
import type { AgentResult } from "../take-batches.ts";
import type { AgentEnvironment } from "./agent-environment.ts";

/** The portal has answered, and not what was asked for. */
export class PortalRefusal extends Error {
  override name = "PortalRefusal";
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

export interface PortalClient {
  plan(position: Position): Promise<AgentPlan>;
  handIn(results: readonly AgentResult[]): Promise<HandedIn>;
  /** The portal's clock, as of its last answer, in milliseconds: the host's own may be wrong, and may be set. */
  now(): number;
}

interface Options extends Pick<AgentEnvironment, "portalUrl" | "token"> {
  version: string;
  /** How many results wait to be handed in. */
  held(): number;
  /** The portal does not know the token, or nothing of agents like this one. */
  onRefused(refusal: PortalRefusal): void;
}

const limitMs = 30 * secondMs;
/** Of a plan: another version of agents is spoken here, or none. */
const lastingStatuses = new Set([400, 404]);

/** Speaks to the portal over HTTP alone, as one run: whatever is sent again carries the same number. */
export function openPortalClient({ portalUrl, token, version, held, onRefused }: Options): PortalClient {
  const runId = randomUUID();
  let offset = Date.now() - performance.now();
  const ask = async <Answer extends { now: number }>(path: string, body: object): Promise<Answer> => {
    const response = await fetch(new URL(path, portalUrl), {
      method: "POST",
      headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
      body: JSON.stringify({ protocol: agentProtocol, version, runId, clock: Date.now(), held: held(), ...body }),
      signal: AbortSignal.timeout(limitMs),
      // Nobody else is to see the token.
      redirect: "error",
    });
    const text = await response.text();
    if (!response.ok) {
      const refusal = new PortalRefusal(response.status, messageIn(text) ?? `HTTP-Status ${response.status}`);
      if (response.status === 401 || (path === agentPaths.plan && lastingStatuses.has(response.status)))
        onRefused(refusal);
      throw refusal;
    }
    const answer = parseOwnJson<Answer>(text);
    offset = answer.now - performance.now();
    return answer;
  };
  return {
    plan: (position) => ask<AgentPlan>(agentPaths.plan, { position }),
    handIn: (results) => ask<HandedIn>(agentPaths.results, { results }),
    now: () => Math.round(offset + performance.now()),
  };
}

function messageIn(text: string): string | undefined {
  try {
    const { message } = fieldsIn(JSON.parse(text));
    return typeof message === "string" ? message : undefined;
  } catch {
    return undefined;
  }
}
