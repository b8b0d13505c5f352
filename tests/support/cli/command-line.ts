import { UsageProblem } from "../../../server/cli/command.ts";
import { runCommandLine } from "../../../server/cli/run.ts";

export interface Ran {
  code: number;
  printed: string;
  noted: string;
}

/** Runs a command as a person at the host types it; `answers` is what they type when asked, by what was printed so far. */
export async function techcenter(
  args: string[],
  {
    dataDir,
    answers = [],
    env = {},
    isTyped = false,
  }: {
    dataDir: string;
    answers?: (string | ((printed: string) => string))[];
    env?: Record<string, string>;
    isTyped?: boolean;
  },
): Promise<Ran> {
  const printed: string[] = [];
  const noted: string[] = [];
  const left = [...answers];
  const code = await runCommandLine(args, {
    variables: { DATA_DIR: dataDir, ...env },
    signal: new AbortController().signal,
    terminal: {
      isTyped,
      print: (text) => void printed.push(text),
      note: (text) => void noted.push(text),
      async ask() {
        const next = left.shift();
        if (next === undefined) throw new UsageProblem("Die Eingabe ist zu Ende, es fehlt noch eine Antwort.");
        return typeof next === "string" ? next : next(printed.join("\n"));
      },
    },
  });
  return { code, printed: printed.join("\n"), noted: noted.join("\n") };
}
