import type { RecordBody } from "../../contract/records/rows.ts";
import { hosts } from "../features/hosts/store.ts";
import { providers } from "../features/providers/store.ts";
import { registrarAccounts } from "../features/registrar-accounts/store.ts";
import { registrars } from "../features/registrars/store.ts";
import type { Chance } from "./chance.ts";
import type { Workplace } from "./workplace.ts";

const providerNames = ["Nordwolke", "Hafenhost", "Alpenrack", "Rechenwerk Elmstedt", "Weitblick Cloud"];
const hostCount = 25;
const systems = [
  ["Debian", ["13", "12"]],
  ["Ubuntu", ["24.04", "24.04", "22.04", "20.04"]],
  ["AlmaLinux", ["10", "9"]],
] as const;

/** Creates 25 hosts of five providers, on addresses that are reserved for documentation (RFC 5737, RFC 3849). */
export async function createHosts(workplace: Workplace, tagIds: readonly string[]): Promise<string[]> {
  const { chance, team, day } = workplace;
  const suppliers = await workplace.create(
    providers,
    providerNames.map((name, index) => ({
      name,
      website: `https://anbieter-${index + 1}.example`,
      supportEmail: `support@anbieter-${index + 1}.example`,
      supportPhone: `+49 40 66969${550 + index}`,
      customerNo: `NL-${40_100 + index * 17}`,
    })),
    [390, 390],
  );
  const bodies = Array.from({ length: hostCount }, (_, index): RecordBody => {
    const number = String(index + 1).padStart(2, "0");
    const isMail = index % 9 === 8;
    const isAbroad = index % 11 === 10;
    return {
      name: isMail ? `mail${number}` : `web${number}`,
      providerId: chance.pick(suppliers).id,
      kind: isMail ? "mail" : chance.pick(["shared", "managed", "vserver", "dedicated", "cloud"] as const),
      lifecycle: index === 24 ? "shutDown" : index === 7 ? "replacing" : "active",
      hostname: `${isMail ? "mail" : "web"}${number}.nordlicht.example`,
      ips: [`203.0.113.${index + 10}`, `2001:db8:4a::${(index + 10).toString(16)}`],
      shared: chance.percent(70),
      country: isAbroad ? "US" : chance.pick(["DE", "DE", "DE", "AT", "FI"]),
      dataCenter: chance.pick(["Elmstedt 1", "Nürnberg", "Frankfurt", "Helsinki"]),
      ...pickSystem(chance),
      phpVersions: chance.pick([["8.3"], ["8.2", "8.3"], ["7.4", "8.2"]]),
      panel: chance.pick(["Plesk", "KeyHelp", "Froxlor", "Eigenbau"]),
      costCents: chance.pick([900, 1900, 4900, 8900, 14_900]),
      billing: chance.percent(70) ? "monthly" : "yearly",
      renewsAt: day(chance.int(10, 360)),
      noticeDays: chance.pick([14, 30, 90]),
      backupWhat: "Dateien und Datenbanken",
      backupCadence: "daily",
      backupLastOkAt: day(-chance.int(0, 4)),
      avvSignedAt: chance.percent(80) ? day(-chance.int(100, 900)) : null,
      responsibleUserId: chance.percent(85) ? chance.pick(team).id : null,
      tags: chance.percent(30) ? [chance.pick(tagIds)] : [],
    };
  });
  const written = await workplace.create(hosts, bodies, [300, 200]);
  return written.map(({ id }) => id);
}

function pickSystem(chance: Chance) {
  const [os, versions] = chance.pick(systems);
  return { os, osVersion: chance.pick(versions) };
}

/** Creates the registrars and the agency's accounts with them; returns the accounts. */
export async function createRegistrarAccounts(workplace: Workplace): Promise<string[]> {
  const offices = await workplace.create(
    registrars,
    ["Domainkontor", "Namensgeber", "Registro Nord"].map((name) => ({ name })),
    [390, 390],
  );
  const accounts = offices.flatMap(({ id: registrarId }, index) =>
    ["Agenturkonto", ...(index === 0 ? ["Konto Stadtwerke"] : [])].map((name) => ({ name, registrarId })),
  );
  const written = await workplace.create(registrarAccounts, accounts, [390, 390]);
  return written.map(({ id }) => id);
}
