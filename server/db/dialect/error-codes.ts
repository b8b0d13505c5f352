const locked: readonly unknown[] = ["SQLITE_BUSY", "55P03"];

/** Whether a write has waited too long for others: for SQLite's one writer, or for a lock of Postgres. */
export const isLocked = (error: unknown): boolean =>
  error instanceof Error && "code" in error && locked.includes(error.code);
