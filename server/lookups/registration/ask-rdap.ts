import type { Registration } from "../../../contract/registrations/registrations.ts";
import { unregistered } from "../../../contract/registrations/registrations.ts";
import { type OutboundAnswer, send } from "../../outbound/guarded-fetch.ts";
import { OutboundProblem } from "../../outbound/outbound-problem.ts";
import { parseRdap, type RdapAnswer } from "./rdap.ts";
import { rdapWithoutPeople } from "./rdap-without-people.ts";

const timeoutMs = 10_000;
const maxBytes = 512 * 1024;
const maxRedirects = 3;

/** What begins with TLS goes on with it: an answer in the clear could be anybody's. */
export const keepsTls = (from: string, to: string) => !from.startsWith("https:") || to.startsWith("https:");

/** The registry wants to be left alone; `headers` may say for how long. */
export class Throttled extends OutboundProblem {
  readonly headers: OutboundAnswer["headers"];
  constructor({ status, headers }: OutboundAnswer) {
    super(`Die Registry bittet um Geduld (${status}).`, { code: "httpStatus" });
    this.headers = headers;
  }
}

interface RdapQuestion {
  allowedNetworks: readonly string[];
  /** The registry tells nobody when a registration ends, whatever its answer says. */
  hidesExpiry: boolean;
}

/**
 * Asks the authoritative server about a domain, and its registrar's once where it says too little. Only „not found“ from
 * the authoritative server itself means that nobody has registered it; everything else that is no answer is a problem.
 */
export async function askRdap(
  server: string,
  nameAce: string,
  { allowedNetworks, hidesExpiry }: RdapQuestion,
): Promise<{ registration: Registration; raw: string | null }> {
  const url = `${server}domain/${nameAce}`;
  const answer = await request(url, allowedNetworks);
  const source = new URL(server).hostname;
  if (answer.status === 404 && isFromServer(answer, server))
    return { registration: { ...unregistered, source }, raw: null };
  const found = readAnswer(answer, nameAce);
  const isThin = !hidesExpiry && (found.registration.expiresOn === null || found.registration.registrar === null);
  const { related } = found;
  const more =
    isThin && related && keepsTls(server, related) ? await readRelated(related, nameAce, allowedNetworks) : undefined;
  const { registration } = found;
  const whole: Registration = {
    ...registration,
    source,
    registeredOn: registration.registeredOn ?? more?.registeredOn ?? null,
    expiresOn: hidesExpiry ? null : (registration.expiresOn ?? more?.expiresOn ?? null),
    registrar: registration.registrar ?? more?.registrar ?? null,
  };
  return { registration: whole, raw: rdapWithoutPeople(answer.body) };
}

async function request(url: string, allowedNetworks: readonly string[]): Promise<OutboundAnswer> {
  const headers = { Accept: "application/rdap+json" };
  const answer = await send({ url, headers, allowedNetworks, timeoutMs, maxBytes, maxRedirects });
  if (keepsTls(url, answer.url)) return answer;
  throw new OutboundProblem("Die Registry leitet auf eine unverschlüsselte Adresse.", { code: "redirect" });
}

/** An answer of the server that was asked, in its own protocol: a page of somebody else's says nothing. */
function isFromServer({ url, body }: OutboundAnswer, server: string): boolean {
  if (new URL(url).origin !== new URL(server).origin) return false;
  try {
    const parsed: unknown = JSON.parse(body);
    return parsed !== null && typeof parsed === "object" && "errorCode" in parsed && parsed.errorCode === 404;
  } catch {
    return body.trim() === "";
  }
}

function readAnswer(answer: OutboundAnswer, nameAce: string): RdapAnswer {
  const { status, body } = answer;
  if (status === 429 || status === 503) throw new Throttled(answer);
  if (status !== 200) throw new OutboundProblem(`Die Registry antwortet mit ${status}.`, { code: "httpStatus" });
  const found = parseRdap(body, nameAce);
  if (!found) throw new OutboundProblem("Die Antwort der Registry ist nicht zu lesen.", { code: "protocol" });
  return found;
}

async function readRelated(url: string, nameAce: string, allowedNetworks: readonly string[]) {
  const answer = await request(url, allowedNetworks).catch(() => undefined);
  return answer?.status === 200 ? parseRdap(answer.body, nameAce)?.registration : undefined;
}
