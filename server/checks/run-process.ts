import { setPriority } from "node:os";
import { openDatabaseForReading } from "../db/connection.ts";
import { createLog } from "../log.ts";
import { setPublicUrl } from "../outbound/user-agent.ts";
import { loadSecrets } from "../secrets.ts";
import { openVault } from "../vault.ts";
import type { Probe } from "./probe.ts";
import { runChecker } from "./run-checker.ts";

/** What the portal tells the program of its checker, in this order. */
export interface CheckerArguments {
  dataDir: string;
  /** `address:port`; the system's when empty. */
  nameServer: string;
  logLevel: string;
  /** Where the portal is reached; empty where that is not said. */
  publicUrl: string;
}

export function readCheckerArguments(): CheckerArguments {
  const [, , dataDir = "", nameServer = "", logLevel = "info", publicUrl = ""] = process.argv;
  return { dataDir, nameServer, logLevel, publicUrl };
}

/**
 * Runs checks in this process until its portal ends: TLS handshakes and parsing never stall the portal. It reads the
 * portal's database, is the one writer of its own, and is tied to the life of the portal that started it.
 */
export function runCheckerProcess({ probe }: { probe?: Probe } = {}): void {
  if (!process.connected) process.exit(1);
  process.umask(0o077);
  const { dataDir, nameServer, logLevel, publicUrl } = readCheckerArguments();
  // Where there is too little for both, people come first.
  setPriority(5);
  setPublicUrl(publicUrl);

  const checker = runChecker({
    db: openDatabaseForReading(dataDir),
    dataDir,
    vault: openVault(loadSecrets(dataDir).signingKey),
    nameServers: nameServer ? [nameServer] : undefined,
    probe,
    log: createLog(logLevel).child({ part: "checks" }),
    onStored: () => void process.send?.("stored"),
  });
  let isStopping = false;
  const stop = async () => {
    if (isStopping) return;
    isStopping = true;
    await checker.stop();
    process.exit(0);
  };
  process.on("message", (message) => {
    if (message === "wake") checker.wake();
  });
  process.on("disconnect", () => void stop());
  process.on("SIGTERM", () => void stop());
}
