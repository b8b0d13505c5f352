/** Serialisation failures and deadlocks: of two transactions one was taken back and may be tried again. */
const lostRaces: readonly unknown[] = ["40001", "40P01"];

const codeOf = (error: unknown) => (error instanceof Error && "code" in error ? error.code : undefined);

/** Whether Postgres has taken a transaction back only because of another one. */
export const isLostRace = (error: unknown): boolean => lostRaces.includes(codeOf(error));
