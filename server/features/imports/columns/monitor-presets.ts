import type { Preset } from "./presets.ts";

const common = { dates: "dmy", decimals: "point", atLeast: 1 } as const;

/** The sheets that the monitors of another program are read as (server/imports/monitors); the last column sets up the checks. */
function websitesOf(key: string, name: string): Preset {
  const check = `Prüfung (${name})`;
  return {
    key,
    name,
    type: "website",
    ...common,
    marks: [[check]],
    columns: { Name: "name", Adresse: "url", Kunde: "customerId", Tags: "tags", Notizen: "notes", [check]: null },
    createMissing: ["tags", "customerId"],
    setsUpChecks: check,
  };
}

function hostsOf(key: string, name: string): Preset {
  const check = `Prüfung (${name})`;
  return {
    key,
    name,
    type: "host",
    ...common,
    marks: [[check]],
    columns: {
      Name: "name",
      Hostname: "hostname",
      "IP-Adressen": "ips",
      Anbieter: "providerId",
      Tags: "tags",
      Notizen: "notes",
      [check]: null,
    },
    createMissing: ["tags", "providerId"],
    setsUpChecks: check,
  };
}

/** Everything that other monitoring is known by. */
export const monitorPresets: readonly Preset[] = [
  websitesOf("uptime-kuma", "Uptime Kuma"),
  hostsOf("uptime-kuma-hosts", "Uptime Kuma"),
  websitesOf("uptimerobot", "UptimeRobot"),
  hostsOf("uptimerobot-hosts", "UptimeRobot"),
];
