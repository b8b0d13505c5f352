import { type DestinationStream, type Logger, type LoggerOptions, pino } from "pino";

export type Log = Logger;

const removed = "[entfernt]";

/** An escape of JSON, which is passed over as a whole, or an address. */
const escapesAndAddresses =
  /\\(?:u[0-9a-f]{4}|.)|[\p{L}\p{N}._%+'=~#&!*-]+(?:@|%40)(?:[\p{L}\p{N}-]+\.)+\p{L}[\p{L}\p{N}-]+/giu;

/**
 * Cuts mail addresses out of a line: servers of others answer with them, and so they stand in messages, causes and details
 * of errors that nobody here has written.
 */
const withoutAddresses = (line: string): string =>
  /@|%40/.test(line) ? line.replace(escapesAndAddresses, (found) => (found.startsWith("\\") ? found : removed)) : line;

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
export function createLog(level: string, destination?: DestinationStream): Log {
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
  return destination ? pino(options, destination) : pino(options);
}
