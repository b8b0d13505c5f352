/** Serialisation failures and deadlocks: of two transactions one was taken back. */
const lostRaces: readonly unknown[] = ["40001", "40P01"];
/** Who counts and then writes the next number is told of the other one by the index that both write to. */
const takenKey = "23505";

const codeOf = (error: unknown) => (error instanceof Error && "code" in error ? error.code : undefined);

/** Whether Postgres has taken a transaction back only because of another one. */
export const isLostRace = (error: unknown): boolean => lostRaces.includes(codeOf(error));

/** Whether a transaction that was taken back may well succeed when it is done once more; alone, nobody took its key. */
export const isWorthAnotherTry = (error: unknown, wasAlone: boolean): boolean =>
  isLostRace(error) || (!wasAlone && codeOf(error) === takenKey);
