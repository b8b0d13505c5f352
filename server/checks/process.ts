import { setPriority } from "node:os";
import { openDatabaseForReading } from "../db/connection.ts";
import { createLog } from "../log.ts";
import { loadSecrets } from "../secrets.ts";
import { openVault } from "../vault.ts";
import { runChecker } from "./run-checker.ts";

// The process in which checks run: TLS handshakes and parsing never stall the portal. It reads the portal's database, is
// the one writer of its own, and is tied to the life of the portal that started it.

if (!process.connected) process.exit(1);
process.umask(0o077);

const [, , dataDir = "", nameServer = "", logLevel = "info"] = process.argv;
const log = createLog(logLevel).child({ part: "checks" });
// Where there is too little for both, people come first.
setPriority(5);

const checker = runChecker({
  db: openDatabaseForReading(dataDir),
  dataDir,
  vault: openVault(loadSecrets(dataDir).signingKey),
  nameServers: nameServer ? [nameServer] : undefined,
  log,
  onNews: () => void process.send?.("news"),
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
