import type { Context } from "hono";
import { signInErrors, signInPath } from "../../../contract/auth/auth.ts";
import { fieldsIn } from "../../../contract/narrowing.ts";
import type { SignedIn } from "../../auth/sessions.ts";
import type { Services } from "../../trpc/context.ts";
import type { HttpEnv } from "../app.ts";
import type { AuthRequest } from "./request.ts";

/** What every route of `/api/auth` asks of the request that it answers. */
export interface AuthSurroundings {
  services: Services;
  sourceOf(c: AuthContext): AuthRequest;
  isForged(source: AuthRequest, body: Body): boolean;
  sessionOf(c: AuthContext): Promise<SignedIn | undefined>;
}

export type Body = Record<string, unknown>;
export type AuthContext = Context<HttpEnv>;

/** What a form or a JSON body holds; empty when it can be read as neither. */
export async function readBody(c: AuthContext): Promise<Body> {
  const isJson = c.req.header("content-type")?.startsWith("application/json");
  const body: unknown = isJson ? parseJson(await c.req.text()) : await c.req.parseBody().catch(() => undefined);
  return fieldsIn(body);
}

/** Undefined when the text is no JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export const knownError = (error: string | undefined) =>
  error && Object.hasOwn(signInErrors, error) ? error : undefined;

/** The sign-in page, with what is to be said there and where to go afterwards. */
export function signInPathWith(query: { error?: string | undefined; callbackUrl?: string }): string {
  const given = Object.entries(query).filter((entry): entry is [string, string] => Boolean(entry[1]));
  return given.length > 0 ? `${signInPath}?${new URLSearchParams(given)}` : signInPath;
}

/** Answers `{url}` to scripts, which ask by `json: true`, and redirects forms. */
export function leadTo(
  c: AuthContext,
  body: Body,
  path: string,
  status: 200 | 401 | 403 | 429 | 500 | 507 = 200,
): Response {
  const wantsJson = body.json === true || body.json === "true";
  return wantsJson ? c.json({ url: new URL(path, c.get("origin")).href }, status) : c.redirect(path, 303);
}

export function setCookies(c: AuthContext, cookies: string[]): void {
  for (const cookie of cookies) c.header("Set-Cookie", cookie, { append: true });
}
