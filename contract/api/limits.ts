/** So many requests may a token make at once; afterwards they come back evenly over the minute. */
export const requestsPerMinute = 600;

/** So long the answer to an `Idempotency-Key` is kept. */
export const idempotencyHours = 24;
