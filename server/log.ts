import { type Logger, pino } from "pino";

export type Log = Logger;

/** Structured log on standard output. Secrets and personal data are cut out by path, whoever logs them. */
export function createLog(level: string): Log {
  return pino({
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
      censor: "[entfernt]",
    },
  });
}
