import { canaryNames } from "../lead-inside.ts";
import { registrarName } from "../registrar.ts";
import type { World } from "../world.ts";
import { mailboxName } from "./mailbox.ts";
import { registryName } from "./names.ts";
import { mailServer, nameServers, openRegister } from "./zones.ts";

/**
 * Which names lead to a server: those of the sample agency, of companies that are no customers yet, and of the demo's own
 * servers. All others do not exist, as somebody who mistypes one is told anywhere else.
 */
export function openKnownNames({ sites, names, secured, silent, slow, notice }: World): (name: string) => boolean {
  const register = openRegister(names);
  const own = new Set([
    ...canaryNames,
    ...Object.keys(nameServers),
    ...Object.keys(sites),
    ...Object.keys(names.addresses),
    ...secured,
    ...silent,
    ...slow,
    ...(notice ? [notice.host] : []),
    mailServer,
    mailboxName,
    registryName,
    registrarName,
  ]);
  return (name) => own.has(name) || register(name.replace(/^(?:www|mta-sts)\./, "")) !== undefined;
}
