import { createTRPCClient, httpLink } from "@trpc/client";
import superjson from "superjson";
import type { AppRouter } from "../../../server/features/router.ts";

export type RpcClient = ReturnType<typeof createTRPCClient<AppRouter>>;

/** The procedures of a portal as a person's browser calls them, one call a request. */
export const rpcClient = (origin: string, cookie: string): RpcClient =>
  createTRPCClient<AppRouter>({
    links: [httpLink({ url: `${origin}/api/trpc`, transformer: superjson, headers: { cookie } })],
  });
