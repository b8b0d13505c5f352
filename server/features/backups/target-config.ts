import { createHash } from "node:crypto";
import path from "node:path";
import { type BackupSettings, backupTargets, missingOf } from "../../../contract/settings/backup.ts";
import { BackupProblem } from "../../backup/backup-problem.ts";
import type { TargetConfig } from "../../backup/targets/config.ts";
import type { Db } from "../../db/connection.ts";
import type { Guard } from "../../outbound/guarded-connect.ts";
import { readSecret, readSettings } from "../../settings/read-settings.ts";
import type { Vault } from "../../vault.ts";

type SecretName = "s3SecretAccessKey" | "sftpPassword" | "sftpPrivateKey" | "webdavPassword";
type Secrets = Partial<Record<SecretName, string | undefined>>;

/** Where the settings send backups, in the clear; a BackupProblem names what is missing there. */
export async function targetOfSettings(portal: { db: Db; vault: Vault }): Promise<TargetConfig> {
  const settings = await readSettings(portal.db, "backup");
  const missing = missingOf(settings).filter(([field]) => field !== "recipient");
  if (missing.length > 0)
    throw new BackupProblem(
      `Unter Einstellungen › Backup fehlt für ${backupTargets[settings.target]}: ${missing.map(([, label]) => label).join(", ")}.`,
    );
  const secret = async (field: SecretName) => readSecret(portal, "backup", field);
  return configOf(settings, {
    s3SecretAccessKey: await secret("s3SecretAccessKey"),
    sftpPassword: await secret("sftpPassword"),
    sftpPrivateKey: await secret("sftpPrivateKey"),
    webdavPassword: await secret("webdavPassword"),
  });
}

function configOf(settings: BackupSettings, secrets: Secrets): TargetConfig {
  switch (settings.target) {
    case "folder":
      return { kind: "folder", path: settings.folderPath };
    case "s3":
      return {
        kind: "s3",
        endpoint: settings.s3Endpoint || undefined,
        region: settings.s3Region,
        bucket: settings.s3Bucket,
        prefix: settings.s3Prefix.replace(/^\/+|\/+$/g, ""),
        accessKeyId: settings.s3AccessKeyId,
        secretAccessKey: secrets.s3SecretAccessKey ?? "",
      };
    case "sftp":
      return {
        kind: "sftp",
        host: settings.sftpHost,
        port: settings.sftpPort,
        user: settings.sftpUser,
        path: settings.sftpPath,
        hostKey: settings.sftpHostKey,
        password: secrets.sftpPassword,
        privateKey: secrets.sftpPrivateKey,
      };
    case "webdav":
      return {
        kind: "webdav",
        url: settings.webdavUrl,
        user: settings.webdavUser,
        password: secrets.webdavPassword ?? "",
      };
  }
}

/** The target of the settings, and the folder that gets every backup as well. */
export async function targetsOfSettings(portal: { db: Db; vault: Vault }): Promise<TargetConfig[]> {
  const { secondFolder } = await readSettings(portal.db, "backup");
  const first = await targetOfSettings(portal);
  return secondFolder ? [first, { kind: "folder", path: secondFolder }] : [first];
}

/** The id of a target: it tells where backups lie from elsewhere, whatever opens it, and nobody where that is. */
export function targetId(config: TargetConfig): string {
  const place = [config.kind, ...placeOf(config)];
  return createHash("sha256").update(JSON.stringify(place)).digest("hex").slice(0, 32);
}

function placeOf(config: TargetConfig): (string | number)[] {
  const withoutEnd = (text: string) => text.replace(/(?<=.)\/+$/, "");
  switch (config.kind) {
    case "folder":
      return [path.resolve(config.path)];
    case "s3":
      return [config.endpoint ?? "", config.bucket, config.prefix];
    case "sftp":
      return [config.host, config.port, config.user, withoutEnd(config.path)];
    case "webdav":
      return [withoutEnd(config.url), config.user];
  }
}

/** The ids of the targets of the settings; none where something is missing there. */
export function targetIds(settings: BackupSettings): string[] {
  if (targetLabel(settings) === undefined) return [];
  const { secondFolder } = settings;
  const second: TargetConfig[] = secondFolder ? [{ kind: "folder", path: secondFolder }] : [];
  return [configOf(settings, {}), ...second].map(targetId);
}

/** What the portal may reach, as its settings say. */
export async function guardOfSettings(db: Db): Promise<Guard> {
  const { allowedNetworks } = await readSettings(db, "network");
  return { allowedNetworks };
}

/** A target as a person names it; undefined where none is set up. */
export function targetLabel(settings: BackupSettings): string | undefined {
  if (missingOf(settings).some(([field]) => field !== "recipient")) return undefined;
  const names = {
    folder: settings.folderPath,
    s3: `s3://${settings.s3Bucket}${settings.s3Prefix && `/${settings.s3Prefix}`}`,
    sftp: `sftp://${settings.sftpUser}@${settings.sftpHost}/${settings.sftpPath.replace(/^\/+/, "")}`,
    webdav: settings.webdavUrl,
  };
  return settings.secondFolder ? `${names[settings.target]} und ${settings.secondFolder}` : names[settings.target];
}
