import { ApiRefusal } from "./problem-response.ts";
import { type ApiRoute, apiRoutes } from "./routes.ts";

/** Where the API lies. */
export const apiBase = "/api/v1";

interface Matched {
  route: ApiRoute;
  params: Record<string, string>;
}

const patterns = apiRoutes.map((route) => ({
  route,
  pattern: new RegExp(`^${route.path.replaceAll(/\{(\w+)\}/g, "(?<$1>[^/]+)")}$`),
}));

/** The operation behind a method and a path; refuses with 404, or with 405 what exists under other methods. */
export function matchRoute(method: string, pathname: string): Matched {
  const path = pathname.slice(apiBase.length).replace(/\/$/, "");
  let isKnown = false;
  for (const { route, pattern } of patterns) {
    const found = pattern.exec(path);
    if (!found) continue;
    isKnown = true;
    if (route.method === method.toLowerCase()) return { route, params: decoded(found.groups ?? {}) };
  }
  if (isKnown) throw new ApiRefusal(405, "method_not_allowed", "Diese Methode gibt es hier nicht.");
  throw new ApiRefusal(404, "not_found", "Diese Adresse gibt es nicht.");
}

function decoded(groups: Record<string, string>): Record<string, string> {
  try {
    return Object.fromEntries(Object.entries(groups).map(([name, value]) => [name, decodeURIComponent(value)]));
  } catch {
    throw new ApiRefusal(404, "not_found", "Diese Adresse gibt es nicht.");
  }
}
