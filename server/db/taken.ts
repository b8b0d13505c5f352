/** Whether the database refused a write because a unique column has the value already, on SQLite and Postgres. */
export function isTaken(error: unknown, column: string): boolean {
  const { code, message = "", detail = "" } = error as { code?: string; message?: string; detail?: string };
  if (code === "SQLITE_CONSTRAINT_UNIQUE") return message.includes(`.${column}`);
  return code === "23505" && detail.includes(`(${column})`);
}
