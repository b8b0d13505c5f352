import type { createRequestHandler, ServerBuild } from "@remix-run/node";
import { forgetOldest } from "../../forget-oldest.ts";

type Handle = ReturnType<typeof createRequestHandler>;

/** Pages of one kind ask for the same; there are some fifty kinds. */
const maxKept = 60;
/** As in Remix, which refuses what is longer. */
const maxUrl = 7680;
/** What has to be decoded, or could end a line, is left to Remix. */
const plainPath = /^[\w.~/-]*$/;

/**
 * Answers which routes the links of a page lead to, as `whole` does, and keeps the answers. Remix compares every path and
 * every part of it with all routes; a list asks for each of its rows. Which routes a path leads to is decided by those
 * of its segments that some route names, and by how many others stand between them.
 */
export function manifestAnswers({ routes, assets }: ServerBuild, whole: Handle): Handle {
  const named = new Set(
    Object.values(routes).flatMap((route) => (route?.path ?? "").toLowerCase().split("/").map(withoutMark)),
  );
  const kindOf = (path: string) =>
    path
      .split("/")
      .map((segment) => (segment === "" || named.has(segment.toLowerCase()) ? segment.toLowerCase() : ":"))
      .join("/");
  const kept = new Map<string, { body: string; headers: [string, string][] }>();

  return async (request, context) => {
    const { searchParams } = new URL(request.url);
    const paths = searchParams.getAll("p");
    const isPlain = paths.length > 0 && paths.every((path) => plainPath.test(path));
    const isCurrent = searchParams.get("version") === assets.version && request.url.length <= maxUrl;
    if (request.method !== "GET" || !isPlain || !isCurrent) return whole(request, context);
    const kinds = [...new Set(paths.map(kindOf))].sort().join("?");
    const known = kept.get(kinds);
    if (known) return new Response(known.body, { headers: known.headers });
    const answer = await whole(request, context);
    if (answer.status !== 200) return answer;
    const fresh = { body: await answer.text(), headers: [...answer.headers] };
    kept.set(kinds, fresh);
    if (kept.size > maxKept) forgetOldest(kept);
    return new Response(fresh.body, { headers: fresh.headers });
  };
}

/** A segment that may be missing is written with a mark. */
const withoutMark = (segment: string) => segment.replace(/\?$/, "");
