import { openNetworks } from "./lanes.ts";
import { rangesOf } from "./network-owners.ts";

/** Says whether an address belongs to a content delivery network, where many servers stand behind one address. */
export function openSharedAddresses(): (lane: string) => boolean {
  const isWithin = openNetworks((["amazon", "cloudflare", "google"] as const).flatMap(rangesOf));
  return (lane) => isWithin(lane.slice(0, lane.lastIndexOf(":")).replace(/^\[|\]$/g, ""));
}
