export interface BenchOptions {
  /** The cases to run, in the order of the list. */
  names: string[];
  /** Whether they were asked for by name. */
  areNamed: boolean;
  /** How often each is run; its figures are those of the run in the middle. */
  runs: number;
  /** Whether the shares of this run become what later ones are compared with. */
  isKept: boolean;
  /** Whether cases are run once more under a profiler, which says what they cost. */
  isProfiled: boolean;
}

const maxRuns = 25;

/** Reads the arguments of `npm run bench --`; throws where one of them is unknown, naming those that are known. */
export function readOptions(given: readonly string[], known: readonly string[]): BenchOptions {
  const [flags, names] = [given.filter(isFlag), given.filter((argument) => !isFlag(argument))];
  let runs = 1;
  for (const flag of flags) {
    const [, count] = /^--runs=(\d+)$/.exec(flag) ?? [];
    if (count !== undefined) runs = Number(count);
    else if (flag !== "--keep" && flag !== "--profile")
      throw new Error(`„${flag}“ gibt es nicht. Möglich sind --runs=5, --profile und --keep.`);
  }
  if (runs < 1 || runs > maxRuns) throw new Error(`--runs nimmt 1 bis ${maxRuns}.`);
  const unknown = names.filter((name) => !known.includes(name));
  if (unknown.length > 0) throw new Error(`Unbekannt: ${unknown.join(", ")}. Es gibt: ${known.join(", ")}.`);
  return {
    names: names.length === 0 ? [...known] : known.filter((name) => names.includes(name)),
    areNamed: names.length > 0,
    runs,
    isKept: flags.includes("--keep"),
    isProfiled: flags.includes("--profile"),
  };
}

const isFlag = (argument: string) => argument.startsWith("-");
