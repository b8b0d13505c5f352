import { collectAtRest } from "../collect-at-rest.ts";
import { type DataPlace, openDataForReading } from "../db/data-place.ts";
import { hostClock } from "../host-clock.ts";
import { createLog } from "../log.ts";
import { lowerPriority } from "../lower-priority.ts";
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
  /** Whether the first message says where the database lies: its URL holds a password, and everybody reads arguments. */
  awaitsPlace: boolean;
}

export function readCheckerArguments(): CheckerArguments {
  const [, , dataDir = "", nameServer = "", logLevel = "info", publicUrl = "", database = ""] = process.argv;
  return { dataDir, nameServer, logLevel, publicUrl, awaitsPlace: database !== "" };
}

/**
 * Runs checks in this process until its portal ends: TLS handshakes and parsing never stall the portal. It reads the
 * portal's database, is the one writer of its own, and is tied to the life of the portal that started it.
 */
export async function runCheckerProcess({ probe }: { probe?: Probe } = {}): Promise<void> {
  if (!process.connected) process.exit(1);
  process.umask(0o077);
  const { dataDir, nameServer, logLevel, publicUrl, awaitsPlace } = readCheckerArguments();
  lowerPriority();
  collectAtRest();
  setPublicUrl(publicUrl);

  let checker: ReturnType<typeof runChecker> | undefined;
  let isStopping = false;
  const stop = async () => {
    if (isStopping) return;
    isStopping = true;
    await checker?.stop();
    process.exit(0);
  };
  process.on("disconnect", () => void stop());
  process.on("SIGTERM", () => void stop());

  const told: Told = awaitsPlace ? await firstTold() : { place: { dataDir } };
  const { place } = told;
  let { lookUntil = Number.POSITIVE_INFINITY } = told;
  process.on("message", (message: "wake" | Pick<Told, "lookUntil">) => {
    if (message === "wake") checker?.wake();
    else lookUntil = message.lookUntil ?? lookUntil;
  });
  const log = createLog(logLevel).child({ part: "checks" });
  checker = runChecker({
    db: await openDataForReading(place),
    dataDir,
    vault: openVault(loadSecrets(dataDir).signingKey),
    nameServers: nameServer ? [nameServer] : undefined,
    probe,
    mayLook: () => hostClock() < lookUntil,
    log,
    onStored: () => void process.send?.("stored"),
  });
}

/** What the portal tells it first, where that is not said by arguments. */
interface Told {
  place: DataPlace;
  /** A moment of the host's clock from which on another node's checker may look at the targets; absent where there is none. */
  lookUntil?: number;
}

const firstTold = () => new Promise<Told>((resolve) => process.once("message", (told) => resolve(told as Told)));
