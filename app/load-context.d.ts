import type { LoadContext } from "../server/http/load-context.ts";

declare module "@remix-run/node" {
  interface AppLoadContext extends LoadContext {}
}
