/** The index of Postgres merges by itself. */
export async function up(): Promise<void> {}
