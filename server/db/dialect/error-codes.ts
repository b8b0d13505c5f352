const locked: readonly unknown[] = ["SQLITE_BUSY", "55P03"];

/** Whether a write has waited too long for others: for SQLite's one writer, or for a lock of Postgres. */
export const isLocked = (error: unknown): boolean =>
  error instanceof Error && "code" in error && locked.includes(error.code);

const needed: readonly unknown[] = [
  "SQLITE_CONSTRAINT_FOREIGNKEY",
  "SQLITE_CONSTRAINT_TRIGGER",
  // Foreign keys and triggers of Postgres.
  "23503",
  "23001",
];

/** What the database says when others cannot be without what is deleted. */
export const isNeededElsewhere = (error: unknown): boolean =>
  error instanceof Error && "code" in error && needed.includes(error.code);
