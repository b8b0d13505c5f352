import type { createRequestHandler, ServerBuild } from "@remix-run/node";
import { forgetOldest } from "../../forget-oldest.ts";

type Handle = ReturnType<typeof createRequestHandler>;

/** There are about as many kinds of paths as routes. */
const maxKept = 300;
/** As in Remix, which refuses what is longer. */
const maxUrl = 7680;
/** What has to be decoded, or could end a line, is left to Remix. */
const plainPath = /^[\w.~/-]*$/;

/**
 * Answers which routes the links of a page lead to, as `whole` does, and keeps for each kind of path what it said of the
 * first. Remix compares every path and every part of it with all routes; a list asks for each of its rows. Which routes a
 * path leads to is decided by those of its segments that some route names, and by how many others stand between them.
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
  const kept = new Map<string, Promise<Answer>>();
  const answerFor = (kind: string, path: string, context: Context) => {
    const known = kept.get(kind);
    if (known) return known;
    const answer = askFor(whole, `?${new URLSearchParams({ p: path, version: assets.version })}`, context);
    kept.set(kind, answer);
    answer.catch(() => kept.delete(kind));
    if (kept.size > maxKept) forgetOldest(kept);
    return answer;
  };

  return async (request, context) => {
    const { searchParams } = new URL(request.url);
    const paths = searchParams.getAll("p");
    const isPlain = paths.length > 0 && paths.every((path) => plainPath.test(path));
    const isCurrent = searchParams.get("version") === assets.version && request.url.length <= maxUrl;
    if (request.method !== "GET" || !isPlain || !isCurrent) return whole(request, context);
    const kinds = [...Map.groupBy(paths, kindOf)].map(([kind, [path = ""]]) => answerFor(kind, path, context));
    const answers = await Promise.all(kinds);
    const found = Object.assign({}, ...answers.map((answer) => answer.routes));
    return new Response(JSON.stringify(found), { headers: answers[0]?.headers ?? [] });
  };
}

type Context = Parameters<Handle>[1];

interface Answer {
  routes: object;
  headers: [string, string][];
}

async function askFor(whole: Handle, query: string, context: Context): Promise<Answer> {
  const answer = await whole(new Request(`http://localhost/__manifest${query}`), context);
  return { routes: await answer.json(), headers: [...answer.headers] };
}

/** A segment that may be missing is written with a mark. */
const withoutMark = (segment: string) => segment.replace(/\?$/, "");
