import { BackupProblem } from "../backup/backup-problem.ts";
import { recipientOf } from "../backup/encryption.ts";
import { readHostKey } from "../backup/host-key.ts";
import { isPrivateKey, readTargetConfig, type TargetConfig, targetForms } from "../backup/targets/config.ts";
import { everywhere, openTarget } from "../backup/targets/open-target.ts";
import type { BackupTarget } from "../backup/targets/target.ts";
import { readEnvironment } from "../env.ts";
import { guardOfSettings, targetOfSettings } from "../features/backups/target-config.ts";
import { type Call, type Option, textOption, UsageProblem } from "./command.ts";
import { openPortalData } from "./portal-data.ts";

export const formsOfTargets = `Ein Ziel ist eines von:\n${targetForms.map((form) => `  ${form}`).join("\n")}\nSein Passwort steht in BACKUP_SECRET oder wird gefragt.`;

export const targetKeyOption: Record<"target-key-file", Option> = {
  "target-key-file": {
    type: "string",
    value: "DATEI",
    isRead: true,
    help: "der private Schlüssel zu einem Ziel mit sftp://, statt eines Passworts",
  },
};
export const fromOption: Record<"from" | "target-key-file", Option> = {
  from: { type: "string", value: "ZIEL", help: "woher; ohne Angabe das Ziel der Einstellungen" },
  ...targetKeyOption,
};
export const keyOption: Record<"key-file", Option> = {
  "key-file": {
    type: "string",
    value: "DATEI",
    isRead: true,
    help: "der Wiederherstellungsschlüssel; ohne Angabe der dieses Rechners, sonst wird er gefragt",
  },
};

/** The target that an option names. */
export function namedTarget(call: Call, name: "from" | "to"): Promise<TargetConfig> | undefined {
  const text = textOption(call, name);
  const key = targetKey(call, text);
  const secret = async () =>
    key ?? call.variables.BACKUP_SECRET ?? (await call.terminal.ask("Passwort des Ziels:", { isSecret: true }));
  return text === undefined ? undefined : readTargetConfig(text, secret);
}

function targetKey(call: Call, target: string | undefined): string | undefined {
  const file = textOption(call, "target-key-file");
  if (file === undefined) return undefined;
  if (!target?.startsWith("sftp://")) throw new UsageProblem("--target-key-file gehört zu einem Ziel mit sftp://.");
  const key = call.files.read["target-key-file"] ?? "";
  if (!isPrivateKey(key)) throw new BackupProblem(`In ${file} steht kein privater Schlüssel im Format von OpenSSH.`);
  return key;
}

/** Opens the target that is named, else the one of the portal's settings. */
export async function openNamedTarget(call: Call): Promise<BackupTarget> {
  const named = await namedTarget(call, "from");
  if (named) return openTarget(named, everywhere);
  const portal = await openPortalData(call);
  try {
    return await openTarget(await targetOfSettings(portal), await guardOfSettings(portal.db));
  } finally {
    await portal.close();
  }
}

/**
 * Works with the key that opens backups: from a file, of this host, or as the person types it. Where that of this host opens
 * nothing, the refusal says that it was that one.
 */
export async function withIdentity<Result>(call: Call, work: (identity: string) => Promise<Result>): Promise<Result> {
  const given = await givenIdentity(call);
  if (given !== undefined) return work(given);
  const own = await readHostKey(readEnvironment(call.variables).dataDir);
  if (!own) return work(await checked(await call.terminal.ask("Wiederherstellungsschlüssel:", { isSecret: true })));
  try {
    return await work(own.identity);
  } catch (error) {
    if (!(error instanceof BackupProblem) || error.code !== "wrongKey") throw error;
    const hint = "Versucht wurde der Schlüssel dieses Rechners; einen anderen nennt --key-file DATEI.";
    throw new BackupProblem(`${error.message} ${hint}`, { code: error.code, cause: error });
  }
}

/** The key of the file that is named; undefined where none is. */
export async function givenIdentity(call: Call): Promise<string | undefined> {
  const file = textOption(call, "key-file");
  if (file === undefined) return undefined;
  const line = call.files.read["key-file"]?.split("\n").find((text) => text.startsWith("AGE-SECRET-KEY-1"));
  if (!line) throw new BackupProblem(`In ${file} steht kein Schlüssel: Er beginnt mit AGE-SECRET-KEY-1.`);
  return checked(line);
}

/** A key with a letter that is wrong is refused before anything is fetched. */
async function checked(typed: string): Promise<string> {
  const identity = typed.trim().toUpperCase();
  await recipientOf(identity);
  return identity;
}
