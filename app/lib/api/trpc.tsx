import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createTRPCClient, httpBatchLink, type TRPCClient, TRPCClientError, type TRPCLink } from "@trpc/client";
import { tap } from "@trpc/server/observable";
import { createTRPCContext } from "@trpc/tanstack-react-query";
import { type ReactNode, useState } from "react";
import { maxCallsPerBatch } from "../../../contract/api/limits.ts";
import { readSuperjson, type Superjson, writeSuperjson } from "../../../contract/api/superjson.ts";
import type { ProblemDetails } from "../../../contract/problems.ts";
import { minuteMs } from "../../../contract/time/durations.ts";
import type { AppRouter } from "../../../server/features/router.ts";
import { currentSocketId } from "./socket-id.ts";

const { TRPCProvider, useTRPC, useTRPCClient } = createTRPCContext<AppRouter>();

export { useTRPC, useTRPCClient };

/** Data layer of spec section 9: queries retry 3 times after min(1000·2^n, 30000) ms, mutations never; cached 5 minutes. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        retry: (failures, error) => failures < 3 && !isRefusal(error),
        retryDelay: (attempt) => Math.min(1000 * 2 ** attempt, 30_000),
        gcTime: 5 * minuteMs,
        staleTime: 5000,
      },
      mutations: { retry: 0 },
    },
  });
}

/** The RPC client: batched, in superjson's format, failed results to the console. */
export function createRpcClient(): TRPCClient<AppRouter> {
  return createTRPCClient<AppRouter>({
    links: [
      failureLog,
      httpBatchLink({
        url: "/api/trpc",
        transformer: { serialize: write, deserialize: (written: Superjson) => readSuperjson(written) },
        maxURLLength: 4000,
        maxItems: maxCallsPerBatch,
        headers: () => {
          const socketId = currentSocketId();
          return socketId ? { "x-socket-id": socketId } : {};
        },
      }),
    ],
  });
}

/** superjson's format without superjson, which is four times as large. That an object occurs twice in an input says nothing. */
function write(input: unknown): Superjson {
  const written = writeSuperjson(input);
  if (!written) throw new TypeError("an input holds what no call takes");
  return written;
}

/** Failed results to the console, as tRPC's own link for that writes them. */
const failureLog: TRPCLink<AppRouter> =
  () =>
  ({ op, next }) =>
    next(op).pipe(
      tap({
        error(error) {
          if (isCancelled(error)) return;
          // biome-ignore lint/suspicious/noConsole: whoever looks into a failure finds the call there
          console.error(`<< ${op.type} #${op.id} ${op.path}`, { input: op.input, result: error });
        },
      }),
    );

/** Whether nobody wanted the answer any more. */
function isCancelled({ cause }: Error): boolean {
  return cause instanceof Error && cause.name === "AbortError";
}

/** Gives everything below it one query cache and one RPC client. */
export function DataProvider({ children }: { children: ReactNode }) {
  const [queryClient] = useState(createQueryClient);
  const [rpcClient] = useState(createRpcClient);
  return (
    <QueryClientProvider client={queryClient}>
      <TRPCProvider trpcClient={rpcClient} queryClient={queryClient}>
        {children}
      </TRPCProvider>
    </QueryClientProvider>
  );
}

/** What the server said of a failed call; undefined when the answer did not come from a procedure. */
export function problemOf(error: unknown): (ProblemDetails & { message: string }) | undefined {
  if (!(error instanceof TRPCClientError) || !error.data) return undefined;
  return { ...(error.data as ProblemDetails), message: error.message };
}

/** Whether the server answered and would answer the same again. */
function isRefusal(error: unknown): boolean {
  return problemOf(error)?.problem !== undefined;
}
