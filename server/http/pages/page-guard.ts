import { type LoaderFunctionArgs as DataFunctionArgs, redirect, type ServerBuild } from "@remix-run/node";
import { matchRoutes } from "@remix-run/react";
import { enrolPath, signInPath } from "../../../contract/auth/auth.ts";

type ServerRoute = ServerBuild["routes"][string];
interface RouteNode {
  id: string;
  path?: string;
  index?: boolean;
  children?: RouteNode[];
}

/**
 * Puts the page guard of spec section 4 before every loader and action: without a session only pages whose route says
 * `handle = { secure: false }` answer, and a page without that mark, or without a match, is secure. Who must set up a
 * second factor is led to do so from everywhere else.
 */
export function guardPages(build: ServerBuild): ServerBuild {
  const tree = toTree(build.routes);
  const isSecure = (url: URL) => {
    const leaf = matchRoutes(tree as Parameters<typeof matchRoutes>[0], url.pathname)?.at(-1)?.route;
    const handle = leaf?.id ? build.routes[leaf.id]?.module.handle : undefined;
    return (handle as { secure?: unknown } | undefined)?.secure !== false;
  };
  const guard = <Args extends DataFunctionArgs, Result>(handler: ((args: Args) => Result) | undefined) =>
    handler &&
    ((args: Args): Result => {
      const url = new URL(args.request.url);
      if (!args.context.session && isSecure(url)) throw redirect(signInPathFor(url));
      if (args.context.session?.mustSetUpSecondFactor && isSecure(url)) throw redirect(enrolPath);
      return handler(args);
    });
  const routes = Object.entries(build.routes).map(([id, route]) => {
    const { module } = route as ServerRoute;
    return [id, { ...route, module: { ...module, loader: guard(module.loader), action: guard(module.action) } }];
  });
  return { ...build, routes: Object.fromEntries(routes) };
}

function signInPathFor(url: URL): string {
  const query = new URLSearchParams({ error: "SessionRequired", callbackUrl: url.pathname + url.search });
  return `${signInPath}?${query}`;
}

function toTree(routes: ServerBuild["routes"], parentId?: string): RouteNode[] {
  return Object.values(routes)
    .filter((route) => route !== undefined && route.parentId === parentId)
    .map((route) => {
      const { id, path, index } = route as ServerRoute;
      return { id, path, index, children: index ? undefined : toTree(routes, id) };
    });
}
