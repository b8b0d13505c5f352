import type { Preset } from "./presets.ts";

const common = { dates: "dmy", decimals: "point" } as const;

/** The sheets that a backup of Uptime Kuma is read as (server/imports/monitors); its last column sets up the checks. */
export const uptimeKumaWebsites: Preset = {
  key: "uptime-kuma",
  name: "Uptime Kuma",
  type: "website",
  ...common,
  marks: [["Prüfung (Uptime Kuma)"]],
  atLeast: 1,
  columns: {
    Name: "name",
    Adresse: "url",
    Kunde: "customerId",
    Tags: "tags",
    Notizen: "notes",
    "Prüfung (Uptime Kuma)": null,
  },
  createMissing: ["tags", "customerId"],
  setsUpChecks: "Prüfung (Uptime Kuma)",
};

export const uptimeKumaHosts: Preset = {
  key: "uptime-kuma-hosts",
  name: "Uptime Kuma",
  type: "host",
  ...common,
  marks: [["Prüfung (Uptime Kuma)"]],
  atLeast: 1,
  columns: {
    Name: "name",
    Hostname: "hostname",
    "IP-Adressen": "ips",
    Anbieter: "providerId",
    Tags: "tags",
    Notizen: "notes",
    "Prüfung (Uptime Kuma)": null,
  },
  createMissing: ["tags", "providerId"],
  setsUpChecks: "Prüfung (Uptime Kuma)",
};

/** The list of monitors that UptimeRobot exports, and takes back in. */
const uptimeRobotMarks = [
  ["Friendly Name"],
  ["URL/IP", "URL (or IP)", "URL"],
  ["Type", "Monitor Type"],
  ["Interval", "Monitoring Interval"],
  ["Keyword Type", "Keyword Value", "Keyword Case Type", "Port", "HTTP Method", "Uptime", "Status"],
] as const;

/** What means the same for websites and hosts. */
const uptimeRobotColumns = {
  "Friendly Name": "name",
  Tags: "tags",
  Id: null,
  Type: null,
  "Monitor Type": null,
  Interval: null,
  "Monitoring Interval": null,
  Status: null,
  "Keyword Type": null,
  "Keyword Value": null,
  Port: null,
  "HTTP Method": null,
  Uptime: null,
};

export const uptimeRobotWebsites: Preset = {
  key: "uptimerobot",
  name: "UptimeRobot",
  type: "website",
  ...common,
  marks: uptimeRobotMarks,
  atLeast: 4,
  columns: {
    ...uptimeRobotColumns,
    "URL/IP": "url",
    "URL (or IP)": "url",
    URL: "url",
  },
  createMissing: ["tags"],
  only: {
    headings: ["Type", "Monitor Type"],
    begins: ["http", "keyword", "api", "1", "2"],
    otherwise: "Keine Website: Importiere Ping und Port als Hoster.",
  },
};

export const uptimeRobotHosts: Preset = {
  key: "uptimerobot-hosts",
  name: "UptimeRobot",
  type: "host",
  ...common,
  marks: uptimeRobotMarks,
  atLeast: 4,
  columns: {
    ...uptimeRobotColumns,
    "URL/IP": "hostname",
    "URL (or IP)": "hostname",
    URL: "hostname",
  },
  createMissing: ["tags"],
  only: {
    headings: ["Type", "Monitor Type"],
    begins: ["ping", "port", "3", "4"],
    otherwise: "Kein Hoster: Importiere HTTP und Keyword als Websites.",
  },
};
