const firstMs = 500;
const maxMs = 5000;
const spread = 0.3;

/** How long to wait before trying again after so many failures; spread, so that clients do not all come back at once. */
export function retryDelay(failures: number, random: () => number = Math.random): number {
  const delay = Math.min(firstMs * 2 ** failures, maxMs);
  return Math.round(delay * (1 - spread * random()));
}
