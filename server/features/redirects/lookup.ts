import { leadsTo, type RedirectAnswer } from "../../../contract/redirects/redirects.ts";
import { dayMs, hourMs } from "../../../contract/time/durations.ts";
import { send } from "../../outbound/guarded-fetch.ts";
import { OutboundProblem } from "../../outbound/outbound-problem.ts";
import { recordChangeEvents } from "../change-events/record.ts";
import { type LookupContext, LookupDelay, type LookupRule } from "../lookups/kinds.ts";

const timeoutMs = 15_000;
const maxBytes = 64 * 1024;

/** Follows a domain that redirects once a day, and tells when it leads elsewhere. */
export const redirectLookup: LookupRule<RedirectAnswer> = {
  kind: "redirect",
  async ask(context, { nameAce, redirectTarget }) {
    if (!redirectTarget) throw new LookupDelay("It does not redirect", context.services.now().getTime() + dayMs);
    return follow(context, nameAce);
  },
  async keep(tx, { id, redirectTarget }, answer, before) {
    const was = before?.url ?? redirectTarget;
    if (!was || leadsTo(was, answer.url)) return;
    const change = { source: "website", kind: "redirect", before: [was], after: [answer.url] } as const;
    await recordChangeEvents(tx, [{ ...change, target: { type: "domain", id } }]);
    tx.signal({ event: "recordsChanged", payload: { records: { type: "domain", ids: [id] } } });
  },
  waitMs: ({ url }, { redirectTarget }) => (redirectTarget && leadsTo(redirectTarget, url) ? dayMs : 6 * hourMs),
};

async function follow({ tools, allowedNetworks }: LookupContext, nameAce: string): Promise<RedirectAnswer> {
  const resolve = tools.resolveName ? { resolveName: tools.resolveName } : {};
  const ask = async (scheme: "http" | "https"): Promise<RedirectAnswer> => {
    const { url, status } = await send({
      url: `${scheme}://${nameAce}/`,
      allowedNetworks,
      timeoutMs,
      maxBytes,
      ...resolve,
    });
    return { url, status };
  };
  try {
    return await ask("http");
  } catch (error) {
    const mayTry = error instanceof OutboundProblem && (error.code === "refused" || error.code === "timeout");
    if (!mayTry) throw error;
    return ask("https");
  }
}
