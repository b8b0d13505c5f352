/** Milliseconds that always go on, the same for all processes of a host. */
export const hostClock = (): number => Number(process.hrtime.bigint() / 1_000_000n);
