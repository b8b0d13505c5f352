import { collectAtRest } from "../collect-at-rest.ts";
import { type DataPlace, openDataForReading } from "../db/data-place.ts";
import { hostClock } from "../host-clock.ts";
import { createLog } from "../log.ts";
import { lowerPriority } from "../lower-priority.ts";
import { setPublicUrl } from "../outbound/user-agent.ts";
import { loadSecrets } from "../secrets.ts";
import { openVault } from "../vault.ts";
import { readCheckerArguments } from "./checker-arguments.ts";
import type { Probe } from "./probe.ts";
import { runChecker } from "./run-checker.ts";
import { say } from "./say.ts";
import type { lookAmongNodes } from "./shares/look-among-nodes.ts";
import type { Looker } from "./shares/messages.ts";

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
  const { place, node } = told;
  let { lookUntil = Number.POSITIVE_INFINITY } = told;
  const { signingKey } = loadSecrets(dataDir);
  let among: ReturnType<typeof lookAmongNodes> | undefined;
  process.on("message", (message: "wake" | ToldLater) => {
    if (message === "wake") checker?.wake();
    else if ("looker" in message) among?.shares.hear(message.looker);
    else if ("answers" in message) among?.shares.answered(message.answers);
    else lookUntil = message.lookUntil;
  });
  if (node !== undefined) {
    const { lookAmongNodes } = await import("./shares/look-among-nodes.ts");
    among = lookAmongNodes(node, signingKey, probe);
  }
  const log = createLog(logLevel).child({ part: "checks" });
  checker = runChecker({
    db: await openDataForReading(place),
    dataDir,
    vault: openVault(signingKey),
    nameServers: nameServer ? [nameServer] : undefined,
    probe,
    ...among,
    mayLook: () => hostClock() < lookUntil,
    log,
    onStored: () => say("stored"),
  });
}

/** What the portal tells it first, where that is not said by arguments. */
interface Told {
  place: DataPlace;
  /** A moment of the host's clock from which on another node's checker may look at the targets; absent where there is none. */
  lookUntil?: number;
  /** The node, by its id, where others are beside it that may look as well. */
  node?: string;
}

/** Until when it may look, which other node would look, or what that has found. */
type ToldLater = { lookUntil: number } | { looker: Looker } | { answers: string };

const firstTold = () => new Promise<Told>((resolve) => process.once("message", (told) => resolve(told as Told)));
