import { Agent as HttpAgent } from "node:http";
import { Agent as HttpsAgent } from "node:https";
import type { LookupFunction } from "node:net";
import { type Guard, resolveAllowed } from "../../outbound/guarded-connect.ts";

/** Agents that connect only to addresses that the guard lets through, whatever a name leads to. */
export async function guardedAgents(host: string, guard: Guard): Promise<{ http: HttpAgent; https: HttpsAgent }> {
  // An address in place of a name is never looked up, so it is judged here.
  await resolveAllowed(host, guard);
  const lookup: LookupFunction = (name, { all }, callback) => {
    resolveAllowed(name, guard).then(
      (found) => {
        const [first] = found;
        if (all) callback(null, found);
        else callback(null, first?.address ?? "", first?.family);
      },
      (error: Error) => callback(error, "", 4),
    );
  };
  const options = { keepAlive: true, maxSockets: 8, lookup };
  return { http: new HttpAgent(options), https: new HttpsAgent(options) };
}
