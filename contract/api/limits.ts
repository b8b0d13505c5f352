/** Requests that a token may make at once; the allowance refills evenly over the minute. */
export const requestsPerMinute = 600;

/** RPC calls that a person may make at once unless the environment says otherwise; a page view takes five to ten. */
export const callsPerMinute = 3000;

/** RPC calls in one request at most; client and server agree on it. */
export const maxCallsPerBatch = 20;

/** How long the answer to an `Idempotency-Key` is kept. */
export const idempotencyHours = 24;

/** How many domains are compared by their name servers at a time. */
export const maxCompared = 500;
