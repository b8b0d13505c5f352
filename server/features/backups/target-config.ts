import { type BackupSettings, backupTargets, missingOf } from "../../../contract/settings/backup.ts";
import { addressProblem, shownAddress } from "../../../contract/settings/target-addresses.ts";
import { BackupProblem } from "../../backup/backup-problem.ts";
import { configOf, type SecretName, targetIds } from "../../backup/settings-targets.ts";
import type { TargetConfig } from "../../backup/targets/config.ts";
import type { Db } from "../../db/connection.ts";
import type { Guard } from "../../outbound/guarded-connect.ts";
import { readSecret, readSettings } from "../../settings/read-settings.ts";
import type { Vault } from "../../vault.ts";

/** Where the settings send backups, in the clear; a BackupProblem names what is missing there. */
export async function targetOfSettings(portal: { db: Db; vault: Vault }): Promise<TargetConfig> {
  const settings = await readSettings(portal.db, "backup");
  const missing = missingOf(settings).filter(([field]) => field !== "recipient");
  if (missing.length > 0)
    throw new BackupProblem(
      `Unter Einstellungen › Backup fehlt für ${backupTargets[settings.target]}: ${missing.map(([, label]) => label).join(", ")}.`,
    );
  assertAddress(settings);
  const secret = async (field: SecretName) => readSecret(portal, "backup", field);
  return configOf(settings, {
    s3SecretAccessKey: await secret("s3SecretAccessKey"),
    sftpPassword: await secret("sftpPassword"),
    sftpPrivateKey: await secret("sftpPrivateKey"),
    webdavPassword: await secret("webdavPassword"),
  });
}

/** An address that was stored before settings asked for its scheme leads nowhere. */
function assertAddress({ target, s3Endpoint, webdavUrl }: BackupSettings): void {
  const [label, address] =
    target === "s3" ? ["Endpunkt", s3Endpoint] : ["Adresse", target === "webdav" ? webdavUrl : ""];
  if (address !== "" && !shownAddress(address))
    throw new BackupProblem(`${label}: ${addressProblem(address, { example: "https://…" })}`);
}

/** The target of the settings, and the folder that gets every backup as well. */
export async function targetsOfSettings(portal: { db: Db; vault: Vault }): Promise<TargetConfig[]> {
  const { secondFolder } = await readSettings(portal.db, "backup");
  const first = await targetOfSettings(portal);
  return secondFolder ? [first, { kind: "folder", path: secondFolder }] : [first];
}

/** What the portal may reach, as its settings say. */
export async function guardOfSettings(db: Db): Promise<Guard> {
  const { allowedNetworks } = await readSettings(db, "network");
  return { allowedNetworks };
}

/** The targets of the settings by their ids, each as a person names it; none where something is missing there. */
export function namedTargets(settings: BackupSettings): { id: string; label: string }[] {
  const labels = [firstLabel(settings), settings.secondFolder];
  return targetIds(settings).map((id, index) => ({ id, label: labels[index] ?? "" }));
}

function firstLabel(settings: BackupSettings): string {
  const names = {
    folder: settings.folderPath,
    s3: `s3://${settings.s3Bucket}${settings.s3Prefix && `/${settings.s3Prefix}`}`,
    sftp: `sftp://${settings.sftpUser}@${settings.sftpHost}/${settings.sftpPath.replace(/^\/+/, "")}`,
    webdav: shownAddress(settings.webdavUrl) ?? backupTargets.webdav,
  };
  return names[settings.target];
}
