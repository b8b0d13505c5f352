import type { ApiScope } from "../../../contract/api/scopes.ts";
import type { Api } from "../../../server/features/router.ts";

/** Tokens of one person: for reading records, for changing them too, and for neither. */
export async function recordTokens(api: Api): Promise<Record<"reading" | "writing" | "wiki", string>> {
  const tokenWith = async (scopes: ApiScope[]) =>
    (await api.apiToken.create({ name: "Skript", scopes, days: 30 })).token;
  return {
    reading: await tokenWith(["records:read"]),
    writing: await tokenWith(["records:read", "records:write"]),
    wiki: await tokenWith(["wiki:read", "wiki:write"]),
  };
}

export interface RestRequest {
  method?: string;
  /** What is not text is sent as JSON. */
  body?: unknown;
  headers?: Record<string, string>;
}

/** Asks `/api/v1` of a server, by a token or as a stranger. */
export async function callRest(
  { url }: { url: string },
  token: string | undefined,
  path: string,
  { method = "GET", body, headers }: RestRequest = {},
) {
  const response = await fetch(`${url}/api/v1${path}`, {
    method,
    headers: {
      ...(token && { Authorization: `Bearer ${token}` }),
      ...(body !== undefined && { "Content-Type": "application/json" }),
      ...headers,
    },
    ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, json: text ? JSON.parse(text) : undefined };
}
