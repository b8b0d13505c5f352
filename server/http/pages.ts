import { existsSync } from "node:fs";
import path from "node:path";
import { createRequestHandler, type ServerBuild } from "@remix-run/node";
import type { ViteDevServer } from "vite";
import { StartProblem } from "../start-problem.ts";
import type { LoadContext } from "./load-context.ts";
import { guardPages } from "./pages/page-guard.ts";
import { pageHandler } from "./pages/page-routes.ts";

export interface RenderPage {
  (request: Request, context: LoadContext): Promise<Response>;
  /** Where pages lie, such as `/websites/:id`; unknown while they are built as they are asked for. */
  patterns?: readonly string[];
}

const buildFolder = path.resolve(import.meta.dirname, "../../build");
export const clientFolder = path.join(buildFolder, "client");

/** Renders pages from the build in `build/`; a StartProblem when there is none. */
export async function builtPages(): Promise<RenderPage> {
  const renderer = path.join(buildFolder, "server/index.js");
  if (!existsSync(renderer)) {
    throw new StartProblem(
      "Die Oberfläche ist nicht gebaut; `npm start` baut sie mit, `npm run build` baut sie allein.",
    );
  }
  const build: ServerBuild = await import(renderer);
  const handle = pageHandler(guardPages(build));
  const render: RenderPage = (request, context) => handle(request, context as never);
  return Object.assign(inTurns(render), { patterns: patternsOf(build.routes) });
}

/** The whole path of every page; what only frames others has none of its own, and answers where its index is. */
function patternsOf(routes: ServerBuild["routes"]): string[] {
  const pathOf = (id: string | undefined): string => {
    const route = id === undefined ? undefined : routes[id];
    return route ? `${pathOf(route.parentId)}/${route.path ?? ""}` : "";
  };
  return Object.keys(routes).map((id) => pathOf(id).replaceAll(/\/+/g, "/"));
}

/** Pages that are rendered at once; what waits lets everything else pass between two of them. */
const maxRendered = 4;

function inTurns(render: RenderPage): RenderPage {
  let rendered = 0;
  const waiting: (() => void)[] = [];
  return async (request, context) => {
    if (rendered < maxRendered) rendered += 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await render(request, context);
    } finally {
      // Whoever is next begins in a turn of its own of the event loop.
      setImmediate(() => {
        const next = waiting.shift();
        if (next) next();
        else rendered -= 1;
      });
    }
  };
}

/** Renders pages from source, as they are at each request. */
export function developmentPages(vite: ViteDevServer): RenderPage {
  return async (request, context) => {
    const build = (await vite.ssrLoadModule("virtual:remix/server-build")) as ServerBuild;
    return createRequestHandler(guardPages(build), "development")(request, context as never);
  };
}
