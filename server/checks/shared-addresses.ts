import { readFileSync } from "node:fs";
import path from "node:path";
import { openNetworks } from "./lanes.ts";

/** Says whether an address belongs to a content delivery network, where many servers stand behind one address. */
export function openSharedAddresses(): (lane: string) => boolean {
  const lists = ["amazon", "cloudflare", "google"].flatMap((name) =>
    readFileSync(path.join(import.meta.dirname, "networks", `${name}.txt`), "utf8")
      .split("\n")
      .filter(Boolean),
  );
  const isWithin = openNetworks(lists);
  return (lane) => isWithin(lane.slice(0, lane.lastIndexOf(":")).replace(/^\[|\]$/g, ""));
}
