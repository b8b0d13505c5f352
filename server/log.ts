import { type DestinationStream, type Logger, type LoggerOptions, pino } from "pino";
import { standardOutput } from "./standard-output.ts";

export type Log = Logger;

const removed = "[entfernt]";

/** Escapes of JSON, which are passed over as a whole. */
const escapes = String.raw`\\(?:u[0-9a-f]{4}|.)`;
/** The name and password of an URL, without its host. */
const signIn = String.raw`(?<=:\/\/)[^\s:\/?#@"\\]{0,256}:(?:[^\s\/?#@"\\]|\\["\\]){0,256}@`;
/** Each part has an end, as mail has it (RFC 5321, 4.5.3.1), so that a long line costs no more than its length. */
const address = String.raw`[\p{L}\p{N}._%+'=~#&!*-]{1,64}(?:@|%40)(?:[\p{L}\p{N}-]{1,63}\.){1,8}\p{L}[\p{L}\p{N}-]{1,62}`;
const escapesAndAddresses = new RegExp(`${escapes}|(?<signIn>${signIn})|${address}`, "giu");

/**
 * Cuts mail addresses out of a line: servers of others answer with them, and so they stand in messages, causes and details
 * of errors that nobody here has written. Of an URL with a password the host stays, without which its error says nothing.
 */
const withoutAddresses = (line: string): string =>
  /@|%40/.test(line)
    ? line.replace(escapesAndAddresses, (found, signIn?: string) => {
        if (signIn !== undefined) return `${removed}@`;
        return found.startsWith("\\") ? found : removed;
      })
    : line;

const parts = new WeakMap<Log, Set<Log>>();

/** The log of one part of the process, whose level goes with that of the whole. */
export function partLog(log: Log, part: string): Log {
  const made = log.child({ part });
  const known = parts.get(log) ?? new Set();
  parts.set(log, known.add(made));
  return made;
}

/** Has the log and all its parts tell from this level on; what a request has opened before ends as it began. */
export function setLogLevel(log: Log, level: string): void {
  log.level = level;
  for (const part of parts.get(log) ?? []) part.level = level;
}

/**
 * Structured log on standard output. Secrets and personal data are cut out by path, mail addresses wherever they stand,
 * whoever logs them.
 */
export function createLog(level: string, destination: DestinationStream = standardOutput()): Log {
  const options: LoggerOptions = {
    hooks: { streamWrite: withoutAddresses },
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: {
      paths: [
        "password",
        "token",
        "cookie",
        "authorization",
        "email",
        "*.password",
        "*.token",
        "*.email",
        "*.cookie",
        "headers",
      ],
      censor: removed,
    },
  };
  return pino(options, destination);
}
