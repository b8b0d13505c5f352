import { TRPCError } from "@trpc/server";
import type { Page } from "../../contract/pagination.ts";
import { networkOf } from "../client-network.ts";
import type { TransactContext } from "../db/transact.ts";
import { createCaller } from "../features/router.ts";
import type { Log } from "../log.ts";
import { Problem, unlessFull } from "../problem.ts";
import type { Take } from "../rate-limit.ts";
import type { Context, Services } from "../trpc/context.ts";
import { describeInputProblem } from "../trpc/input-problem.ts";
import { noteRefusedInput } from "../trpc/refused-inputs.ts";
import { findTokenHolder, noteUse, type TokenHolder } from "./authenticate.ts";
import { beginOnce, forgetUnsure, keepAnswer, markDone, whileBegun } from "./idempotency.ts";
import { matchRoute } from "./match-route.ts";
import { ApiRefusal, asPrecondition, problemResponse } from "./problem-response.ts";
import { readInput } from "./read-input.ts";
import type { ApiRoute } from "./routes.ts";

export interface ApiCall {
  services: Services;
  request: Request;
  ip: string | undefined;
  requestId: string;
  take: Take;
  /** Hears whose token it is, before anything is refused to them. */
  noteHolder(holder: TokenHolder): void;
}

type Headers = Record<string, string>;

/** Answers a request below `/api/v1`: a procedure of the portal, called as the person behind the token. */
export async function answerApi(call: ApiCall): Promise<Response> {
  const { services, request, requestId } = call;
  const headers: Headers = {};
  let holder: TokenHolder | undefined;
  try {
    holder = await authenticate(call, headers);
    const url = new URL(request.url);
    const { route, params } = matchRoute(request.method, url.pathname);
    if (!holder.scopes.includes(route.scope))
      throw new Problem("forbidden", { message: `Dem Token fehlt das Recht „${route.scope}“.` });
    const text = request.method === "GET" || request.method === "DELETE" ? "" : await request.text();
    const input = readInput(route, {
      params,
      query: url.searchParams,
      body: readJson(request, text),
      version: readVersion(request.headers.get("if-match")),
    });
    const answer = await carryOut(call, holder, route, { input, text, url });
    Object.assign(headers, answer.headers);
    return new Response(answer.body, { status: answer.status, headers: { ...jsonHeaders, ...headers } });
  } catch (error) {
    const response = problemResponse(asPrecondition(error, request), { requestId, headers });
    if (response.status >= 500) services.log.error({ err: error, requestId }, "API request failed");
    if (error instanceof TRPCError && describeInputProblem(error)) noteRefusedInput();
    if (response.status === 403) logForbidden(services.log, requestId, holder);
    return response;
  }
}

/** Whose token it was that may not do this. */
export function logForbidden(log: Log, requestId: string, holder: TokenHolder | undefined): void {
  log.info({ requestId, tokenId: holder?.tokenId, personId: holder?.person.id }, "API request refused");
}

const jsonHeaders: Headers = { "Content-Type": "application/json; charset=utf-8", "Cache-Control": "no-store" };

/** Who stands behind a request by its token; throws the Problem that it is refused with, its headers written. */
export async function authenticate(
  { services, request, ip, take, noteHolder }: ApiCall,
  headers: Headers,
): Promise<TokenHolder> {
  const now = services.now();
  const holder = await findTokenHolder(services, request.headers.get("authorization"));
  if (holder) noteHolder(holder);
  const allowance = await take(holder ? `token:${holder.tokenId}` : `network:${networkOf(ip)}`, now.getTime());
  headers["RateLimit-Limit"] = String(allowance.limit);
  headers["RateLimit-Remaining"] = String(allowance.remaining);
  headers["RateLimit-Reset"] = String(allowance.resetSeconds);
  if (!allowance.isAllowed) {
    headers["Retry-After"] = String(allowance.resetSeconds);
    throw new Problem("too_many", { message: `Zu viele Anfragen. Bitte in ${allowance.resetSeconds} s erneut.` });
  }
  if (!holder) {
    headers["WWW-Authenticate"] = 'Bearer realm="api"';
    throw new Problem("unauthenticated", { message: "Das Token fehlt oder gilt nicht mehr." });
  }
  await unlessFull(noteUse(services.db, holder.tokenId, { now, ip }));
  return holder;
}

function readJson(request: Request, text: string): unknown {
  if (text === "") return {};
  const type = request.headers.get("content-type") ?? "";
  if (!/^application\/(merge-patch\+)?json\b/i.test(type))
    throw new ApiRefusal(415, "unsupported_media_type", "Content-Type: Bitte application/json senden.");
  try {
    return JSON.parse(text);
  } catch {
    throw new ApiRefusal(400, "invalid", "Der Inhalt ist kein gültiges JSON.");
  }
}

/** The version that an ETag of the API names. */
function readVersion(ifMatch: string | null): number | undefined {
  if (ifMatch === null || ifMatch === "*") return undefined;
  const version = /^"(\d{1,9})"$/.exec(ifMatch)?.[1];
  if (!version) throw new ApiRefusal(400, "invalid", "If-Match: Bitte den ETag des Eintrags senden.");
  return Number(version);
}

interface Asked {
  input: unknown;
  text: string;
  url: URL;
}

interface Answer {
  status: number;
  body: string | null;
  headers: Headers;
}

async function carryOut(call: ApiCall, holder: TokenHolder, route: ApiRoute, asked: Asked): Promise<Answer> {
  const key = route.method === "get" ? null : call.request.headers.get("idempotency-key");
  const { db, nodes, now } = call.services;
  const { tokenId } = holder;
  const run = (alongside?: TransactContext["alongside"]) => callProcedure(call, holder, route, { ...asked, alongside });
  if (!key) return run();
  const { pathname, search } = asked.url;
  const request = [route.method, pathname + search, asked.text];
  const begun = { node: nodes.id, tokenId, key };
  const answered = await beginOnce(db, { ...begun, request, now: now() }).catch((error: unknown) => {
    forgetUnsure(call.services, begun, error);
    throw error;
  });
  if (answered) return { ...answered, body: answered.body, headers: { "Idempotency-Replayed": "true" } };
  return whileBegun(call.services, begun, async () => {
    const answer = await run((tx) => markDone(tx.db, begun));
    await keepAnswer(db, begun, { status: answer.status, body: answer.body ?? "" });
    return answer;
  });
}

type Procedure = (input: unknown) => Promise<unknown>;

function procedureIn(feature: Record<string, Procedure> | undefined, name: string): Procedure {
  const procedure = feature?.[name];
  if (!procedure) throw new Error(`The API names a procedure that does not exist: ${name}.`);
  return procedure;
}

async function callProcedure(
  { services, requestId, ip }: ApiCall,
  { tokenId, person }: TokenHolder,
  route: ApiRoute,
  { input, url, alongside }: Asked & { alongside?: TransactContext["alongside"] },
): Promise<Answer> {
  const log = services.log.child({ requestId, tokenId });
  const context: Context = {
    ...services,
    log,
    person,
    session: null,
    actorId: person.id,
    socketId: undefined,
    requestId,
    ip,
    alongside,
    sessionId: `token:${tokenId}`,
    // A token says nothing of who sits at the other end.
    hasRecentProof: async () => false,
    publish: (signals) => void services.live.publish(signals),
  };
  const [feature = "", name = ""] = route.procedure.split(".");
  const caller = createCaller(context) as unknown as Record<string, Record<string, Procedure>>;
  const result = await procedureIn(caller[feature], name)(input);
  const status = route.shape.kind === "create" ? 201 : 200;
  return { status, body: JSON.stringify(result), headers: headersOf(route, result, url) };
}

function headersOf({ shape }: ApiRoute, result: unknown, url: URL): Headers {
  const headers: Headers = {};
  if (isVersioned(result)) headers.ETag = `"${result.version}"`;
  if (shape.kind === "create" && isVersioned(result)) headers.Location = `${url.pathname}/${result.id}`;
  if (shape.kind === "list") {
    const links = pageLinks(result as Page<unknown>, url);
    if (links) headers.Link = links;
  }
  return headers;
}

function isVersioned(result: unknown): result is { id: string; version: number } {
  return typeof result === "object" && result !== null && "version" in result && typeof result.version === "number";
}

/** The pages around this one, as RFC 8288 has it. */
function pageLinks({ totalPages }: Page<unknown>, url: URL): string {
  const page = Number(url.searchParams.get("page") ?? 1);
  const to = (target: number, rel: string) => {
    const query = new URLSearchParams(url.searchParams);
    query.set("page", String(target));
    return `<${url.pathname}?${query}>; rel="${rel}"`;
  };
  const links: string[] = [];
  if (totalPages > 0) links.push(to(1, "first"));
  if (page > 1 && page <= totalPages) links.push(to(page - 1, "prev"));
  if (page < totalPages) links.push(to(page + 1, "next"));
  if (totalPages > 0) links.push(to(totalPages, "last"));
  return links.join(", ");
}
