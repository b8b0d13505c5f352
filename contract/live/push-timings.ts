/** Timings of the push connection, spec section 9. */
export const pushTimings = { activityTimeoutMs: 180_000, pongTimeoutMs: 45_000, unavailableTimeoutMs: 60_000 } as const;
