import { type DehydratedState, dehydrate } from "@tanstack/react-query";
import { TRPCError } from "@trpc/server";
import { createTRPCOptionsProxy } from "@trpc/tanstack-react-query";
import type { AppRouter } from "../../../server/features/router.ts";
import { createQueryClient, createRpcClient } from "./trpc.tsx";

/** The query keys under which the page looks for what its loader has read; for loaders only. */
export const queryKeys = createTRPCOptionsProxy<AppRouter>({
  client: createRpcClient(),
  queryClient: createQueryClient(),
});

type Read = [key: readonly unknown[], data: Promise<unknown>];

/**
 * Puts answers of `context.api` into the form in which `HydrationBoundary` fills the query cache of the first paint.
 * What is missing or forbidden ends the page with 404 or 403; any other failure is left to the page's own query.
 */
export async function prefill(reads: Read[]): Promise<DehydratedState> {
  const queryClient = createQueryClient();
  await Promise.all(
    reads.map(([key, data]) => data.then((answer) => queryClient.setQueryData(key, answer), throwAsPage)),
  );
  return dehydrate(queryClient);
}

function throwAsPage(error: unknown): void {
  if (!(error instanceof TRPCError)) return;
  if (error.code === "NOT_FOUND") throw new Response(error.message, { status: 404 });
  if (error.code === "FORBIDDEN") throw new Response(error.message, { status: 403 });
}
