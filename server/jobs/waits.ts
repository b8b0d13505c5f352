/** A wait of about this length (±10 %), so that what was begun in the same minute spreads over time. */
export const jittered = (waitMs: number): number => Math.round(waitMs * (0.9 + Math.random() * 0.2));

/** How long an attempt waits that follows one which failed. */
export interface BackOff {
  firstMs: number;
  maxMs: number;
}

/** Twice as long with every failure in a row before this one, up to the longest wait. */
export const backOffMs = ({ firstMs, maxMs }: BackOff, failures: number): number =>
  jittered(Math.min(maxMs, firstMs * 2 ** failures));
