import { createHash } from "node:crypto";
import path from "node:path";
import { type BackupSettings, missingOf } from "../../contract/settings/backup.ts";
import { shownAddress } from "../../contract/settings/target-addresses.ts";
import type { TargetConfig } from "./targets/config.ts";

export type SecretName = "s3SecretAccessKey" | "sftpPassword" | "sftpPrivateKey" | "webdavPassword";
type Secrets = Partial<Record<SecretName, string | undefined>>;

/** The target of settings, with what opens it. */
export function configOf(settings: BackupSettings, secrets: Secrets): TargetConfig {
  switch (settings.target) {
    case "folder":
      return { kind: "folder", path: settings.folderPath };
    case "s3":
      return {
        kind: "s3",
        endpoint: settings.s3Endpoint ? apart(settings.s3Endpoint).url : undefined,
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
    case "webdav": {
      const { url, user, password } = apart(settings.webdavUrl);
      return {
        kind: "webdav",
        url,
        user: settings.webdavUser || user,
        password: secrets.webdavPassword ?? password,
      };
    }
  }
}

/** An address without the user and password that were stored in it before settings refused that. */
function apart(address: string): { url: string; user: string; password: string } {
  const url = shownAddress(address) ? new URL(address) : undefined;
  if (!url?.username && !url?.password) return { url: address, user: "", password: "" };
  const [user, password] = [decodeURIComponent(url.username), decodeURIComponent(url.password)];
  [url.username, url.password] = ["", ""];
  return { url: url.href, user, password };
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
  if (missingOf(settings).some(([field]) => field !== "recipient")) return [];
  const { secondFolder } = settings;
  const second: TargetConfig[] = secondFolder ? [{ kind: "folder", path: secondFolder }] : [];
  return [configOf(settings, {}), ...second].map(targetId);
}
