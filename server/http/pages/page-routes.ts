import { createRequestHandler, type ServerBuild } from "@remix-run/node";
import { manifestAnswers } from "./manifest-answers.ts";

type Routes = ServerBuild["routes"];
type Handle = ReturnType<typeof createRequestHandler>;

/**
 * Answers each page from a build that knows only the routes to which the first part of its path can lead. Remix
 * compares a path with every route four times for a page, and makes all of them anew for it; of 130 routes that took
 * a sixth of the dashboard. The answers are those of the whole build.
 */
export function pageHandler(build: ServerBuild): Handle {
  const answerManifest = manifestAnswers(build, createRequestHandler(build, "production"));
  const known = new Set(Object.keys(build.routes).map((id) => firstOf(pathOf(build.routes, id)).toLowerCase()));
  const handlers = new Map<string, Handle>();
  return async (request, context) => {
    const { pathname, searchParams } = new URL(request.url);
    if (searchParams.has(formerData)) return new Response(null, { status: 404 });
    if (pathname === manifestPath) return answerManifest(request, context);
    const asked = firstAsked(pathname);
    const first = known.has(asked) ? asked : "";
    let handle = handlers.get(first);
    if (!handle) {
      handle = createRequestHandler(partOf(build, first), "production");
      handlers.set(first, handle);
    }
    return handle(request, context);
  };
}

/** Where browsers ask for the routes of several paths at once. */
const manifestPath = "/__manifest";
/** By which former versions of Remix asked for the data of one route: our pages do not, and Remix calls it an error. */
const formerData = "_data";

/** The build without the routes that no path below a first part can lead to. */
function partOf(build: ServerBuild, first: string): ServerBuild {
  const kept = new Set<string>();
  for (const id of Object.keys(build.routes)) {
    if (!canLeadTo(firstOf(pathOf(build.routes, id)), first)) continue;
    for (let at: string | undefined = id; at !== undefined; at = build.routes[at]?.parentId) kept.add(at);
  }
  const only = <Route>(routes: Record<string, Route>) =>
    Object.fromEntries(Object.entries(routes).filter(([id]) => kept.has(id)));
  return { ...build, routes: only(build.routes), assets: { ...build.assets, routes: only(build.assets.routes) } };
}

/** Without a fixed first part a route may match below any; so do the page at „/“ and what lies around others. */
const canLeadTo = (own: string, first: string) => /^$|^[:*]|\?$/.test(own) || own.toLowerCase() === first;

function pathOf(routes: Routes, id: string): string {
  const parts: string[] = [];
  for (let at: string | undefined = id; at !== undefined; at = routes[at]?.parentId)
    parts.unshift(routes[at]?.path ?? "");
  return parts.filter((part) => part !== "").join("/");
}

const firstOf = (path: string) => path.split("/").find((part) => part !== "") ?? "";

/** As Remix reads it: decoded where it can be, in any case, and without the mark of a page's data. */
function firstAsked(pathname: string): string {
  const part = (pathname.split("/")[1] ?? "").replace(/\.data$/, "");
  try {
    return decodeURIComponent(part).toLowerCase();
  } catch {
    return part.toLowerCase();
  }
}
