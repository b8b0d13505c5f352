import type { CauseCode } from "../../../contract/checks/causes.ts";
import {
  type AgentPlan,
  agentPaths,
  agentProtocol,
  type HandedIn,
} from "../../../contract/vantage-points/agent-protocol.ts";
import type { Office } from "../office.ts";
import type { OfficeServer } from "../servers/office-server.ts";

export interface TestResult {
  seq: number;
  checkId: string;
  at: number;
  isBlind?: boolean;
  found?: Record<string, unknown>;
}

export const answered = { outcome: "ok", phases: { connect: 10, total: 80 }, httpStatus: 200 } as const;
export const refused = {
  outcome: "failed",
  phases: { total: 5 },
  code: "refused" satisfies CauseCode,
  text: "Verbindung abgelehnt",
} as const;

/** Speaks to an office as an agent does, result by result, by the office's clock. */
export function openAgentDesk(office: Office, { url }: Pick<OfficeServer, "url">, token: string) {
  const runId = `run-${token.slice(-20)}`;
  let seq = 0;
  const send = async (path: string, body: object, headers: Record<string, string> = {}) => {
    const clock = office.services.now().getTime();
    return fetch(new URL(path, url), {
      method: "POST",
      headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json", ...headers },
      body: JSON.stringify({ protocol: agentProtocol, version: "0.3.0", runId, clock, held: 0, ...body }),
    });
  };
  const handIn = async (results: readonly TestResult[], more: object = {}): Promise<HandedIn> => {
    const whole = results.map((result) => ({ isBlind: false, found: answered, ...result }));
    const response = await send(agentPaths.results, { results: whole, ...more });
    if (response.status !== 200) throw new Error(`handed in: ${response.status} ${await response.text()}`);
    return response.json();
  };
  return {
    send,
    handIn,
    async plan(position = { revision: 0, id: "" }, more: object = {}): Promise<AgentPlan> {
      const response = await send(agentPaths.plan, { position, ...more });
      if (response.status !== 200) throw new Error(`planned: ${response.status} ${await response.text()}`);
      return response.json();
    },
    /** Hands in one result of this moment under the next number. */
    report(checkId: string, found: Record<string, unknown> = answered): Promise<HandedIn> {
      seq += 1;
      return handIn([{ seq, checkId, at: office.services.now().getTime(), found }]);
    },
  };
}

export type AgentDesk = ReturnType<typeof openAgentDesk>;
