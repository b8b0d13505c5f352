/** So many requests may a token make at once; afterwards they come back evenly over the minute. */
export const requestsPerMinute = 600;

/** So many RPC calls may a person make at once unless the environment says otherwise; a page view takes five to ten. */
export const callsPerMinute = 3000;

/** So many RPC calls travel in one request; the portal's client and its server agree on it. */
export const maxCallsPerBatch = 20;

/** So long the answer to an `Idempotency-Key` is kept. */
export const idempotencyHours = 24;
