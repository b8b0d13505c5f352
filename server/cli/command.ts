import type { parseArgs } from "node:util";
import type { OutputFile } from "./output-file.ts";

export interface Option {
  type: "string" | "boolean";
  /** What stands for its value in the help: `--to ORDNER`. */
  value?: string;
  help: string;
  /** The value names a file that is read before anything else, by whoever calls the command. */
  isRead?: boolean;
}

interface Described {
  /** `backup`, or two words such as `admin create`. */
  name: string;
  /** One line for the list of all commands. */
  summary: string;
  /** What else there is to say, below its own help. */
  details?: string;
  /** What it expects after its name, in this order; all of them have to be there. */
  arguments: readonly {
    name: string;
    help: string;
    /** A file that the command writes; it belongs to whoever calls the command. */
    isWritten?: boolean;
  }[];
  options: Readonly<Record<string, Option>>;
}

/** Ends with the exit code. A refusal is thrown as an error with a sentence. */
export type Run = (call: Call) => Promise<number>;

/**
 * A command of the host. Each is a file in `commands` that exports one as its default. One that works for long and looks at
 * a signal ends in good order when its process is told to; any other is one that may be killed at any point, and is.
 */
export type Command = Described &
  ({ isAbortable?: undefined; run: Run } | { isAbortable: true; run(call: AbortableCall): Promise<number> });

/** What a command reads and writes beside the data of the portal, opened before root becomes the account of these. */
export interface CallFiles {
  /** The contents of files that options name, by the option. */
  read: Readonly<Record<string, string>>;
  written: OutputFile | undefined;
}

export interface Call {
  arguments: readonly string[];
  options: ReturnType<typeof parseArgs>["values"];
  files: CallFiles;
  /** The variables of the environment. */
  variables: Record<string, string | undefined>;
  terminal: Terminal;
}

export interface AbortableCall extends Call {
  signal: AbortSignal;
}

export interface Terminal {
  /** What the command is asked for, on standard output. */
  print(text: string): void;
  /** What happens meanwhile, on standard error. */
  note(text: string): void;
  /** Whether somebody types the answers, instead of a file or another program. */
  isTyped: boolean;
  /** Asks for a line on standard input; what is secret does not show while it is typed, and keeps its spaces. */
  ask(question: string, options?: { isSecret?: boolean }): Promise<string>;
}

/** How the command was called is wrong, in one sentence; ends with exit code 2. */
export class UsageProblem extends Error {
  override name = "UsageProblem";
}

/** The value of an option that is text; undefined where it was left out. */
export function textOption({ options }: Pick<Call, "options">, name: string): string | undefined {
  const value = options[name];
  return typeof value === "string" ? value : undefined;
}
