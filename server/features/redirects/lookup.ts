import { isReached, leadsTo, type RedirectAnswer } from "../../../contract/redirects/redirects.ts";
import { dayMs, hourMs } from "../../../contract/time/durations.ts";
import { send } from "../../outbound/guarded-fetch.ts";
import { OutboundProblem } from "../../outbound/outbound-problem.ts";
import { recordChangeEvents } from "../change-events/record.ts";
import { type LookupContext, LookupDelay, type LookupRule } from "../lookups/kinds.ts";

const timeoutMs = 15_000;
const maxBytes = 64 * 1024;
const toldAfter = 2;

/** Follows a domain that redirects once a day, and tells when it leads elsewhere. */
export const redirectLookup: LookupRule<RedirectAnswer> = {
  kind: "redirect",
  async ask(context, { nameAce, redirectTarget }, before) {
    if (!redirectTarget) throw new LookupDelay("It does not redirect", context.services.now().getTime() + dayMs);
    const answer = await follow(context, nameAce);
    if (isReached(answer)) return answer;
    const reachedUrl = before && reachedIn(before);
    return { ...answer, misses: (before?.misses ?? 0) + 1, ...(reachedUrl && { reachedUrl }) };
  },
  async keep(tx, { id, redirectTarget }, answer, before) {
    // An error page on the way says nothing of where the domain leads.
    const was = (before && reachedIn(before)) ?? redirectTarget;
    const isMoved = was && isReached(answer) && !leadsTo(was, answer.url);
    // One error may be a restart; the second is told of, and its end.
    const isBroken = answer.misses === toldAfter;
    const isBack = isReached(answer) && (before?.misses ?? 0) >= toldAfter;
    if (!isMoved && !isBroken && !isBack) return;
    await recordChangeEvents(tx, [
      {
        ...({ source: "website", kind: "redirect", target: { type: "domain", id } } as const),
        before: [before && isBack ? endOf(before) : String(was)],
        after: [endOf(answer)],
      },
    ]);
    tx.signal({ event: "recordsChanged", payload: { records: { type: "domain", ids: [id] } } });
  },
  waitMs: (answer, { redirectTarget }) =>
    redirectTarget && isReached(answer) && leadsTo(redirectTarget, answer.url) ? dayMs : 6 * hourMs,
};

/** Where a domain led when a page was last reached. */
const reachedIn = (answer: RedirectAnswer) => (isReached(answer) ? answer.url : answer.reachedUrl);

/** „https://fink.example/ (HTTP-Status 404)“ */
const endOf = (answer: RedirectAnswer) =>
  isReached(answer) ? answer.url : `${answer.url} (HTTP-Status ${answer.status})`;

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
