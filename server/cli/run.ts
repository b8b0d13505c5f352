import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { parseArgs } from "node:util";
import { BackupProblem, backupProblem } from "../backup/backup-problem.ts";
import { Problem } from "../problem.ts";
import { StartProblem } from "../start-problem.ts";
import { type AbortableCall, type Call, type CallFiles, type Command, textOption, UsageProblem } from "./command.ts";
import { openOutputFile } from "./output-file.ts";

const folder = path.join(import.meta.dirname, "commands");

const commandFiles = async () => (await readdir(folder)).filter((file) => file.endsWith(".ts")).sort();
const load = async (file: string) => ((await import(path.join(folder, file))) as { default: Command }).default;

/** Every command, by its name. */
async function listCommands(): Promise<Command[]> {
  const loaded: Command[] = [];
  // One after the other: packages that require modules cannot be loaded by two imports at a time.
  for (const file of await commandFiles()) loaded.push(await load(file));
  return loaded.sort((one, other) => one.name.localeCompare(other.name));
}

/**
 * The command that words begin with. Its file is called by its name; loading those of all others would take longer than
 * what most commands do.
 */
async function findCommand(words: readonly string[]): Promise<Command | undefined> {
  const files = await commandFiles();
  const file = [1, 2].map((count) => `${words.slice(0, count).join("-")}.ts`).find((name) => files.includes(name));
  const command = file && (await load(file));
  return command && `${words.join(" ")} `.startsWith(`${command.name} `) ? command : undefined;
}

/** Runs what a line says, and returns the exit code: 0 done, 1 refused or failed, 2 called in a wrong way. */
export async function runCommandLine(
  args: readonly string[],
  call: Pick<AbortableCall, "variables" | "terminal" | "signal">,
  /** Called when the files of the line are open and before anything is done with the portal's data. */
  onBegin: (command: Command) => void = () => undefined,
): Promise<number> {
  const { terminal, variables } = call;
  const isHelp = args.length === 0 || args[0] === "help" || args[0] === "--help" || args[0] === "-h";
  if (isHelp && args.length < 2) {
    terminal.print(helpOfAll(await listCommands(), variables));
    return args.length === 0 ? 2 : 0;
  }
  const named = args[0] === "help" ? args.slice(1) : args;
  const command = await findCommand(named);
  if (!command) {
    const help = helpOfAll(await listCommands(), variables);
    terminal.note(`Den Befehl „${named.slice(0, 2).join(" ")}“ gibt es nicht.\n\n${help}`);
    return 2;
  }
  const rest = named.slice(command.name.split(" ").length);
  if (args[0] === "help" || rest.includes("--help") || rest.includes("-h")) {
    terminal.print(helpOf(command));
    return 0;
  }
  let written: CallFiles["written"];
  try {
    const given = readArguments(command, rest);
    const read = await readFiles(command, given);
    const file = given.arguments[command.arguments.findIndex(({ isWritten }) => isWritten)];
    if (file !== undefined) written = await openOutputFile(file);
    onBegin(command);
    return await command.run({ ...call, ...given, files: { read, written } });
  } catch (error) {
    if (error instanceof UsageProblem && !call.signal.aborted) {
      terminal.note(`${error.message}\n\n${helpOf(command)}`);
      return 2;
    }
    terminal.note(call.signal.aborted ? "Abgebrochen." : sentenceOf(error));
    return 1;
  } finally {
    await written?.discard();
  }
}

async function readFiles(command: Command, given: Pick<Call, "options">): Promise<CallFiles["read"]> {
  const read: Record<string, string> = {};
  for (const [name, { isRead }] of Object.entries(command.options)) {
    const file = isRead ? textOption(given, name) : undefined;
    if (file !== undefined) read[name] = await readFile(file, "utf8");
  }
  return read;
}

/** What a refusal says; anything else is a bug, and shows where it comes from. */
function sentenceOf(error: unknown): string {
  if (error instanceof Problem || error instanceof StartProblem || error instanceof BackupProblem) return error.message;
  const hasCode = error instanceof Error && "code" in error;
  return hasCode || !(error instanceof Error) ? backupProblem(error).message : (error.stack ?? error.message);
}

function readArguments(command: Command, args: readonly string[]): Pick<Call, "arguments" | "options"> {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: Object.fromEntries(Object.entries(command.options).map(([name, { type }]) => [name, { type }])),
      allowPositionals: true,
    });
    const missing = command.arguments[positionals.length];
    if (missing) throw new UsageProblem(`Es fehlt: ${missing.name} (${missing.help}).`);
    if (positionals.length > command.arguments.length)
      throw new UsageProblem(`Unerwartete Angabe: ${positionals[command.arguments.length]}`);
    return { arguments: positionals, options: values };
  } catch (error) {
    if (error instanceof UsageProblem) throw error;
    throw new UsageProblem(describeRefusal(error));
  }
}

function describeRefusal(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  const [, option = ""] = /'(-[^' ]+)/.exec(message) ?? [];
  if (message.startsWith("Unknown option")) return `Die Option ${option} gibt es nicht.`;
  return message.includes("does not take an argument")
    ? `Die Option ${option} nimmt keinen Wert.`
    : `Die Option ${option} braucht einen Wert.`;
}

const signature = ({ name, arguments: wanted }: Command) =>
  [name, ...wanted.map((argument) => argument.name)].join(" ");

function helpOfAll(commands: readonly Command[], { DATA_DIR }: Call["variables"]): string {
  const width = Math.max(...commands.map((command) => signature(command).length)) + 3;
  return [
    `MEDIUM TechCenter auf diesem Rechner. Datenordner: ${DATA_DIR || "./data"} (DATA_DIR).`,
    "",
    ...commands.map((command) => `  ${signature(command).padEnd(width)}${command.summary}`),
    "",
    "Mehr zu einem Befehl: techcenter help BEFEHL",
  ].join("\n");
}

function helpOf(command: Command): string {
  const options = Object.entries(command.options).map(
    ([name, { value, help }]) => [`--${name}${value ? ` ${value}` : ""}`, help] as const,
  );
  const rows = [...command.arguments.map(({ name, help }) => [name, help] as const), ...options];
  const width = Math.max(0, ...rows.map(([name]) => name.length)) + 3;
  return [
    `techcenter ${signature(command)}${options.length > 0 ? " [Optionen]" : ""}`,
    "",
    command.summary,
    ...(rows.length > 0 ? ["", ...rows.map(([name, help]) => `  ${name.padEnd(width)}${help}`)] : []),
    ...(command.details ? ["", command.details] : []),
  ].join("\n");
}
