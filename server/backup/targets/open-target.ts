import type { Guard } from "../../outbound/guarded-connect.ts";
import { BackupProblem, backupProblem } from "../backup-problem.ts";
import type { TargetConfig } from "./config.ts";
import { type LineOptions, openLine } from "./line.ts";
import { openLocalFolder } from "./local-folder.ts";
import type { BackupTarget } from "./target.ts";

/** What the person at the host may reach: everything. */
export const everywhere: Guard = { allowedNetworks: ["0.0.0.0/0", "::/0"] };

/** Opens a target and makes sure that it answers; a BackupProblem says why it does not. */
export async function openTarget(config: TargetConfig, guard: Guard, options: LineOptions = {}): Promise<BackupTarget> {
  const line = openLine(options);
  try {
    switch (config.kind) {
      case "folder":
        return await openLocalFolder(config.path, line);
      case "s3":
        return await (await import("./s3.ts")).openS3Target(config, guard, line);
      case "sftp":
        return await (await import("./sftp.ts")).openSftpTarget(config, guard, line);
      case "webdav":
        return await (await import("./webdav.ts")).openWebdavTarget(config, guard, line);
    }
  } catch (cause) {
    if (cause instanceof BackupProblem) throw cause;
    const isMissing = config.kind === "folder" && cause instanceof Error && "code" in cause && cause.code === "ENOENT";
    const reason = isMissing ? `Den Ordner ${config.path} gibt es nicht.` : backupProblem(cause).message;
    throw new BackupProblem(`Das Ziel ist nicht zu erreichen: ${reason}`, { cause });
  }
}
