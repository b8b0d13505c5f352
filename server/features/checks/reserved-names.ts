import { isReservedHost } from "../../../contract/checks/reserved-names.ts";

let isAsked = false;

/**
 * Has names under the endings that nobody can own (RFC 2606, RFC 6761) looked at like all others: where a name server of
 * the portal's own knows them.
 */
export function askReservedNames(asked: boolean): void {
  isAsked = asked;
}

/** Whether nobody can answer under a name, so that looking at it would only say that it is down. */
export function isReservedName(name: string): boolean {
  return !isAsked && isReservedHost(name);
}
