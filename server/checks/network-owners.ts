import { readFileSync } from "node:fs";
import path from "node:path";
import { type Network, networks } from "../../contract/addresses/addresses.ts";
import { keysOf } from "../../contract/narrowing.ts";
import { openNetworks } from "./lanes.ts";

/** Says to whose published ranges an address belongs; null for all that nobody has published. */
export function openNetworkOwners(): (address: string) => Network | null {
  const owners = keysOf(networks).map((name) => ({ name, isWithin: openNetworks(rangesOf(name)) }));
  return (address) => owners.find(({ isWithin }) => isWithin(address))?.name ?? null;
}

/** The ranges of one of them, as they are shipped. */
export function rangesOf(name: Network): string[] {
  return readFileSync(path.join(import.meta.dirname, "networks", `${name}.txt`), "utf8")
    .split("\n")
    .filter(Boolean);
}
