import { OutboundProblem, OutboundRefusal, send } from "../../outbound/door.ts";

/** What is behind a link: something, nothing, or what the portal may not ask for. */
export type LinkAnswer =
  | { state: "ok" }
  | { state: "refused"; problem: string }
  /** `isCertain` is what the server says itself; everything else may be over in an hour. */
  | { state: "broken"; problem: string; isCertain: boolean; hasAnswered: boolean };

const timeoutMs = 6000;
/** Enough to know that something comes. */
const maxBytes = 1024;
/** Something is there, but not for a program or not for strangers. */
const closed = new Set([401, 402, 403, 405, 406, 407, 409, 425, 429, 451]);

/** Asks a link by HEAD, and by GET where that says nothing. Never throws because of what is on the other side. */
export async function askLink(
  url: string,
  { allowedNetworks }: { allowedNetworks: readonly string[] },
): Promise<LinkAnswer> {
  const ask = async (method: "HEAD" | "GET"): Promise<LinkAnswer | undefined> => {
    try {
      const { status } = await send({ url, method, allowedNetworks, timeoutMs, maxBytes });
      if (method === "HEAD" && status >= 300) return undefined;
      return judge(status);
    } catch (error) {
      if (error instanceof OutboundRefusal) return { state: "refused", problem: error.message };
      if (!(error instanceof OutboundProblem)) throw error;
      if (method === "HEAD") return undefined;
      return { state: "broken", problem: error.message, isCertain: false, hasAnswered: false };
    }
  };
  return (await ask("HEAD")) ?? ((await ask("GET")) as LinkAnswer);
}

function judge(status: number): LinkAnswer {
  if (status < 400 || closed.has(status)) return { state: "ok" };
  const isGone = status === 404 || status === 410;
  const problem = isGone
    ? `Dort gibt es diese Seite nicht (${status}).`
    : `Die Gegenstelle meldet einen Fehler (${status}).`;
  return { state: "broken", problem, isCertain: isGone, hasAnswered: true };
}
