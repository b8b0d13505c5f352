import { z } from "../zod.ts";

export const restorePath = "/auth/restore";

const text = (label: string, max: number) =>
  z.string().trim().min(1, `${label}: Bitte ausfüllen.`).max(max, `${label}: Höchstens ${max} Zeichen.`);

/** Where a backup lies, as somebody says it who has the set-up link of an empty portal. */
export const restoreSource = z.strictObject({
  token: z.string().max(200),
  /** A folder of the host or an address, as on the command line. */
  from: text("Woher", 1000),
  /** What opens the target. */
  secret: z.string().max(10_000),
});

export const restoreOrder = restoreSource.extend({
  snapshot: z
    .string()
    .max(60)
    .regex(/^[0-9]{8}T[0-9]{6}Z-[0-9a-f]{8}$/, "Backup: Bitte eines wählen."),
  key: text("Wiederherstellungsschlüssel", 200),
});

export const restoreQuestion = z.strictObject({ token: z.string().max(200) });

/** A backup that can be chosen. Times are ISO 8601: this travels as plain JSON. */
export interface RestorableSnapshot {
  id: string;
  at: string;
  bytes: number;
}

/** Why a backup cannot be made, read or restored. */
export type BackupFailure =
  | "failed"
  | "wrongKey"
  | "damaged"
  | "noSpace"
  | "notEmpty"
  /** The target does not answer, or not with what was asked for. */
  | "unreachable"
  /** It is of a portal on the other kind of database. */
  | "otherEngine";

export const restorePhases = {
  archive: "Datenbank holen und vergleichen",
  uploads: "Dateien holen und vergleichen",
  bucket: "Dateien in den Bucket legen",
} as const;

/** How far a restore is: files that are there, and bytes of them. */
export interface RestoreProgress {
  phase: keyof typeof restorePhases;
  done: number;
  total: number;
  bytes: number;
  totalBytes: number;
}

export type RestoreState =
  | { step: "idle" }
  | { step: "running"; progress: RestoreProgress | null }
  | { step: "failed"; code: BackupFailure; message: string }
  /** Everything is verified and is put in place by the restart that follows. */
  | { step: "restarting"; at: string; uploads: number; notes: string[] };
