import type { CustomFetch } from "openid-client";
import { type OutboundRequest, send } from "../../outbound/guarded-fetch.ts";
import { OutboundProblem } from "../../outbound/outbound-problem.ts";

const maxBytes = 512 * 1024;
const withoutBody = [204, 205, 304];

/** Fetches as openid-client asks, by the portal's guarded fetch; redirects are not followed. */
export function guardedFetch(limits: Pick<OutboundRequest, "allowedNetworks" | "timeoutMs">): CustomFetch {
  return async (url, { method, headers, body }) => {
    const { status, ...answer } = await send({
      ...limits,
      url,
      headers,
      keepsRedirects: true,
      maxBytes,
      method: method as OutboundRequest["method"],
      ...(body !== undefined && body !== null && { body: await new Response(body as BodyInit).text() }),
    });
    const told = new Headers();
    for (const name of ["content-type", "location", "www-authenticate", "dpop-nonce"]) {
      const value = answer.headers[name];
      if (typeof value === "string") told.set(name, value);
    }
    return new Response(withoutBody.includes(status) ? null : answer.body, { status, headers: told });
  };
}

/** Why the guarded fetch refused a request, wherever in its causes an error says so. */
export function outboundProblemIn(error: unknown): OutboundProblem | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof OutboundProblem) return cause;
  }
  return undefined;
}
