import { TRPCError } from "@trpc/server";
import { getHTTPStatusCodeFromError } from "@trpc/server/http";
import { problemTraits } from "../../contract/problems.ts";
import { asProblem, type Problem } from "../problem.ts";
import { describeInputProblem } from "../trpc/input-problem.ts";

interface ProblemBody {
  type: string;
  title: string;
  status: number;
  detail: string;
  code: string;
  requestId: string;
  /** German sentences by field. */
  errors?: Record<string, string[]>;
  /** The record that already has a value which only one may have. */
  existing?: { type: string; id: string };
}

const titles: Record<number, string> = {
  400: "Ungültige Angaben",
  401: "Nicht angemeldet",
  403: "Nicht erlaubt",
  404: "Nicht gefunden",
  405: "Methode nicht erlaubt",
  409: "Konflikt",
  412: "Voraussetzung nicht erfüllt",
  413: "Zu viele Daten",
  415: "Format nicht unterstützt",
  422: "Nicht verarbeitbar",
  428: "Voraussetzung nötig",
  429: "Zu viele Anfragen",
  500: "Fehler im Portal",
  503: "Nicht verfügbar",
  507: "Speicherplatz voll",
};

/** A refusal as RFC 9457 has it. Bugs say no more than that something went wrong. */
export function problemResponse(
  error: unknown,
  { requestId, headers }: { requestId: string; headers?: Record<string, string> },
): Response {
  const body: ProblemBody = { ...describe(error), requestId };
  const retryAfter = problemIn(error)?.retryAfterSeconds;
  return new Response(JSON.stringify(body), {
    status: body.status,
    headers: {
      "Content-Type": "application/problem+json; charset=utf-8",
      "Cache-Control": "no-store",
      ...(retryAfter !== undefined && { "Retry-After": String(retryAfter) }),
      ...headers,
    },
  });
}

/** A refusal that has no problem code of its own. */
export class ApiRefusal extends Error {
  override name = "ApiRefusal";
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

function describe(error: unknown): Omit<ProblemBody, "requestId"> {
  if (error instanceof ApiRefusal) return bodyOf(error.status, error.code, error.message);
  const problem = problemIn(error);
  if (problem) {
    const { fields, existing } = problem;
    const { status } = problemTraits[problem.code];
    return {
      ...bodyOf(status, problem.code, problem.message),
      ...(fields && { errors: fields }),
      ...(existing && { existing }),
    };
  }
  if (error instanceof TRPCError) {
    const input = describeInputProblem(error);
    if (input) return { ...bodyOf(400, "invalid", input.message), errors: input.fields };
    const status = getHTTPStatusCodeFromError(error);
    if (status < 500) return bodyOf(status, error.code.toLowerCase(), error.message);
  }
  return bodyOf(500, "internal", "Das hat nicht geklappt. Bitte versuche es erneut.");
}

/** An error in the words of conditional requests (RFC 9110, RFC 6585), where it is about the version that was sent. */
export function asPrecondition(error: unknown, { method, headers }: Request): unknown {
  const problem = problemIn(error);
  if (problem?.conflict && headers.has("if-match")) return new ApiRefusal(412, "conflict", problem.message);
  if (method === "PATCH" && problem?.fields?.version && !headers.has("if-match"))
    return new ApiRefusal(428, "precondition_required", "If-Match: Bitte den ETag des Eintrags senden.");
  return error;
}

function problemIn(error: unknown): Problem | undefined {
  return asProblem(error instanceof TRPCError ? error.cause : error);
}

const bodyOf = (status: number, code: string, detail: string) => ({
  type: "about:blank",
  title: titles[status] ?? titles[500] ?? "",
  status,
  detail,
  code,
});
