import type { ResolveName } from "./resolver.ts";

/** Where the servers behind a name are reached, where that is not by the name alone. */
export interface Detour {
  /** By the port of the address. */
  ports: Readonly<Record<80 | 443, number> & Record<number, number>>;
  resolveName: ResolveName;
  allowedNetworks: readonly string[];
  /** Certificates in PEM of issuers that are trusted besides those of the system. */
  trust: readonly string[];
}

/** Undefined for names that are reached as every browser does. */
export type DetourOf = (host: string) => Detour | undefined;

let detourOf: DetourOf | undefined;

/**
 * Has this process reach some names in another way, as a demo does whose websites nobody can own. Whoever starts the
 * process says so in code: no setting and no variable of the environment leads here.
 */
export function setDetours(next: DetourOf | undefined): void {
  detourOf = next;
}

/** How a host is reached; undefined where nothing special is known of it. */
export const findDetour: DetourOf = (host) => detourOf?.(host);
