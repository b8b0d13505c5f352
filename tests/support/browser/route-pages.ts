import type { ServerBuild } from "@remix-run/node";
import type { LoadContext } from "../../../server/http/load-context.ts";
import { guardPages } from "../../../server/http/pages/page-guard.ts";
import { pageHandler } from "../../../server/http/pages/page-routes.ts";

type RouteModule = { default?: unknown; loader?: unknown; action?: unknown; handle?: unknown };

export interface ShownPage {
  data: Record<string, unknown>;
  refusal: Record<string, unknown> | undefined;
}

/** Renders routes below a root, through Remix and the page guard; a page is the JSON of what its component would get. */
export function routePages(modules: Record<string, RouteModule>) {
  const routes = Object.entries(modules).map(([id, module]) => {
    const route = { id, path: id.slice(1), parentId: "root", module: { default: () => null, ...module } };
    return [id, route] as const;
  });
  const root = { id: "root", path: "", parentId: undefined, module: { default: () => null, loader: () => null } };
  const build = {
    entry: {
      module: {
        handleError: (error: unknown, { context }: { context: LoadContext }) => context.report(error),
        default: (
          _request: Request,
          status: number,
          headers: Headers,
          { staticHandlerContext: page }: { staticHandlerContext: { loaderData: object; actionData: object | null } },
        ) => {
          const shown = { data: Object.values(page.loaderData)[1], refusal: Object.values(page.actionData ?? {})[0] };
          headers.set("Content-Type", "application/json");
          return new Response(JSON.stringify(shown), { status, headers });
        },
      },
    },
    routes: { root, ...Object.fromEntries(routes) },
    assets: { routes: {}, entry: { imports: [], module: "" }, url: "", version: "" },
    publicPath: "/",
    assetsBuildDirectory: "build/client",
    basename: "/",
    future: { v3_singleFetch: true, v3_relativeSplatPath: true, v3_throwAbortReason: true },
    isSpaMode: false,
  } as unknown as ServerBuild;
  const handle = pageHandler(guardPages(build));
  return (request: Request, context: LoadContext) => handle(request, context as never);
}
