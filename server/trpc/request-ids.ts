import { AsyncLocalStorage } from "node:async_hooks";

/** The id of the request that is being answered, for refusals from before it has a context: its size, its media type. */
export const requestIds = new AsyncLocalStorage<string>();
