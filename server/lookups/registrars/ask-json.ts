import { secondMs } from "../../../contract/time/durations.ts";
import { send } from "../../outbound/guarded-fetch.ts";
import { OutboundProblem } from "../../outbound/outbound-problem.ts";
import { readRetryAfter } from "../../outbound/retry-after.ts";
import type { RegistrarTools } from "./connector.ts";
import { listOf, objectOf, textOf } from "./read-values.ts";

const timeoutMs = 30 * secondMs;
const maxBytes = 16 * 1024 * 1024;
export const maxPages = 200;

/** A registrar wants to be asked later. */
export class RegistrarPause extends OutboundProblem {
  override name = "RegistrarPause";
  readonly seconds: number | undefined;

  constructor(seconds: number | undefined) {
    super("Der Registrar will später wieder gefragt werden.", { code: "httpStatus" });
    this.seconds = seconds;
  }
}

interface JsonRequest {
  url: string;
  headers?: Readonly<Record<string, string>>;
  /** Makes it a POST. */
  json?: unknown;
}

export interface JsonAnswer {
  body: Record<string, unknown>;
  /** Where the answer is no object. */
  list: unknown[];
  cookies: readonly string[];
}

export const refusedKeys = () =>
  new OutboundProblem("Der Registrar lehnt die Zugangsdaten ab.", { code: "httpStatus" });

/**
 * Asks a registrar and reads its JSON. Keys go to nobody else: redirects are not followed. Throws an OutboundProblem in
 * words for people; a RegistrarPause where it was asked too often.
 */
export async function askJson({ allowedNetworks, now }: RegistrarTools, request: JsonRequest): Promise<JsonAnswer> {
  const { url, json } = request;
  const answer = await send({
    url,
    allowedNetworks,
    timeoutMs,
    maxBytes,
    keepsRedirects: true,
    method: json === undefined ? "GET" : "POST",
    headers: {
      Accept: "application/json",
      ...(json !== undefined && { "Content-Type": "application/json" }),
      ...request.headers,
    },
    ...(json !== undefined && { body: JSON.stringify(json) }),
  });
  const { status, headers } = answer;
  if (status === 429 || status === 503) throw new RegistrarPause(readRetryAfter(headers, now()));
  if (status === 401 || status === 403) throw refusedKeys();
  const parsed = parse(answer.body);
  if (status < 200 || status > 299)
    throw new OutboundProblem(`Der Registrar antwortet mit Status ${status}${reasonIn(parsed)}.`, {
      code: "httpStatus",
    });
  if (parsed === undefined)
    throw new OutboundProblem("Die Antwort ist keine von diesem Registrar.", { code: "protocol" });
  return { body: objectOf(parsed), list: listOf(parsed), cookies: headers["set-cookie"] ?? [] };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The first sentence in which the usual shapes of errors say why. */
function reasonIn(parsed: unknown): string {
  const { message, errors, messages, error } = objectOf(listOf(parsed)[0] ?? parsed);
  const [first] = [...listOf(errors), ...listOf(messages)];
  const text =
    textOf(message) ??
    textOf(objectOf(first).message) ??
    textOf(objectOf(first).text) ??
    textOf(objectOf(error).message);
  return text ? ` (${text.replace(/\s+/g, " ").trim()})` : "";
}

/** The address of a registrar's interface, or of another system that speaks the same. */
export const baseOf = (server: string | undefined, usual: string): string => (server || usual).replace(/\/+$/, "");
