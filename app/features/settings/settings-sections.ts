import {
  Activity,
  BookOpenText,
  Building2,
  CalendarClock,
  DatabaseBackup,
  FileInput,
  FileText,
  Gauge,
  Globe,
  KeyRound,
  LayoutDashboard,
  ListTree,
  type LucideIcon,
  Mail,
  MailSearch,
  MapPin,
  MessagesSquare,
  Network,
  Plug,
  Radio,
  ScanSearch,
  ScrollText,
  Server,
  ShieldCheck,
  UserRound,
  UsersRound,
  Webhook,
} from "lucide-react";
import type { Ability } from "../../../contract/roles.ts";

export interface SettingsSection {
  title: string;
  text: string;
  icon: LucideIcon;
  path: string;
  /** Absent where everybody may enter. */
  ability?: Ability;
  /** Further words that it is looked for by. */
  keywords?: string;
}

export interface SettingsGroup {
  title: string;
  sections: readonly SettingsSection[];
}

/** The sections of the portal, whoever may enter them. */
export const sharedGroups: readonly SettingsGroup[] = [
  {
    title: "Agentur",
    sections: [
      {
        title: "Allgemein",
        text: "Name, Logo, Hauptfarbe, Zeitzone, Nummernkreise",
        icon: Building2,
        path: "/settings/general",
        ability: "manageSettings",
        keywords: "Farbe Design Marke Kundennummer",
      },
      {
        title: "Benutzer & Rollen",
        text: "Einladen, Rollen vergeben, Konten sperren",
        icon: UsersRound,
        path: "/settings/users",
        ability: "manageUsers",
        keywords: "Personen Team Rechte",
      },
      {
        title: "Anmeldung",
        text: "Pflicht zum zweiten Faktor, Anbieter (OpenID Connect)",
        icon: KeyRound,
        path: "/settings/sign-in",
        ability: "manageSettings",
        keywords: "Login SSO OIDC TOTP Passkey Passwort",
      },
    ],
  },
  {
    title: "Inhalte",
    sections: [
      {
        title: "Fristen",
        text: "Wie lange vorher an welche Frist erinnert wird",
        icon: CalendarClock,
        path: "/settings/deadlines",
        ability: "manageSettings",
        keywords: "Erinnerung Vorlauf Kündigung Termine",
      },
      {
        title: "Domains",
        text: "Laufzeit, Kündigungsfrist und Preise je Endung, Auskunft der Registries",
        icon: Globe,
        path: "/settings/domains",
        ability: "manageSettings",
        keywords: "TLD Endung RDAP WHOIS NIS2 Registry",
      },
      {
        title: "Dashboard",
        text: "Welche Blöcke es zeigt, und in welcher Reihenfolge",
        icon: LayoutDashboard,
        path: "/settings/dashboard",
        ability: "manageSettings",
        keywords: "Startseite Blöcke Anordnung",
      },
      {
        title: "Listen",
        text: "Kategorien, Standorte, Anbieter, Registrare, Tags",
        icon: ListTree,
        path: "/settings/lists",
      },
      {
        title: "Vorlagen",
        text: "Texte der E-Mails, womit neue Wiki-Seiten beginnen",
        icon: FileText,
        path: "/settings/templates",
        ability: "editRecords",
        keywords: "Platzhalter Betreff Vorschau",
      },
      {
        title: "Import",
        text: "Kunden, Domains, Websites und mehr aus Tabellen übernehmen",
        icon: FileInput,
        path: "/import",
        ability: "importRecords",
        keywords: "CSV Excel XLSX Export",
      },
    ],
  },
  {
    title: "Verbindungen",
    sections: [
      {
        title: "E-Mail",
        text: "Mail-Server, Absender, Test, Versandprotokoll",
        icon: Mail,
        path: "/settings/mail",
        ability: "manageSettings",
        keywords: "SMTP Benachrichtigungen",
      },
      {
        title: "DMARC-Postfach",
        text: "Woher das Portal DMARC-Berichte abruft",
        icon: MailSearch,
        path: "/settings/dmarc",
        ability: "manageSettings",
        keywords: "IMAP E-Mail Berichte rua",
      },
      {
        title: "Kanäle",
        text: "Slack, Teams, Matrix und andere: was wann wohin geht",
        icon: MessagesSquare,
        path: "/settings/channels",
        ability: "manageSettings",
        keywords: "Mattermost Telegram ntfy Gotify Benachrichtigungen Regeln Messenger Alarm",
      },
      {
        title: "API & Webhooks",
        text: "Token aller Personen, Webhooks und ihre Zustellungen",
        icon: Webhook,
        path: "/settings/api",
        ability: "manageSettings",
        keywords: "REST Schnittstelle Integrationen Token",
      },
      {
        title: "API-Dokumentation",
        text: "Alle Anfragen mit Feldern, Rechten und Beispielen",
        icon: BookOpenText,
        path: "/settings/api/docs",
        keywords: "REST OpenAPI curl Schnittstelle",
      },
      {
        title: "Registrare",
        text: "INWX, AutoDNS, Cloudflare und andere: Domains, Laufzeiten, Preise",
        icon: Plug,
        path: "/settings/registrars",
        ability: "manageSettings",
        keywords: "Registrar verbinden Hetzner IONOS netcup API Konto Domain Verlängerung Zone",
      },
      {
        title: "Netzwerk",
        text: "Private Adressen, die das Portal erreichen darf",
        icon: Network,
        path: "/settings/network",
        ability: "manageSettings",
        keywords: "Netze IP CIDR Firewall Webhooks",
      },
    ],
  },
  {
    title: "Betrieb",
    sections: [
      {
        title: "Überwachung",
        text: "Wie oft und wonach geprüft wird, Bildschirme fürs Büro",
        icon: Gauge,
        path: "/settings/monitoring",
        ability: "manageStatusPages",
        keywords: "Monitoring Uptime Prüfungen Intervall Schwellen Wall Statusseite",
      },
      {
        title: "Messpunkte",
        text: "Prüfen von anderen Orten aus: Agenten und ihre Token",
        icon: MapPin,
        path: "/settings/vantage-points",
        ability: "manageSettings",
        keywords: "Standort Region Agent Überwachung",
      },
      {
        title: "Technologien",
        text: "Eigene Regeln zum Erkennen, Tags je Technologie",
        icon: ScanSearch,
        path: "/settings/technologies",
        ability: "manageSettings",
        keywords: "Regeln Erkennung Wappalyzer CMS System Plugins Tags",
      },
      {
        title: "Backup",
        text: "Ziel, Zeitplan, Schlüssel, Wiederherstellungstest",
        icon: DatabaseBackup,
        path: "/settings/backup",
        ability: "manageSettings",
        keywords: "Sicherung Datensicherung Wiederherstellen SQLite",
      },
      {
        title: "Datenschutz",
        text: "Aufbewahrung, Auskunft und Löschung",
        icon: ShieldCheck,
        path: "/settings/privacy",
        ability: "manageSettings",
        keywords: "DSGVO Export personenbezogene Daten",
      },
      {
        title: "Aufgaben",
        text: "Was sich wiederholt, und wie es zuletzt lief",
        icon: Activity,
        path: "/settings/tasks",
        ability: "manageSettings",
        keywords: "Jobs Cron Zeitplan",
      },
      {
        title: "Protokoll",
        text: "Wer wann was getan hat, mit Export",
        icon: ScrollText,
        path: "/settings/log",
        ability: "manageSettings",
        keywords: "Audit Log Verlauf",
      },
      {
        title: "System",
        text: "Version, Datenbank, Speicherplatz, Warteschlangen, Lizenzen",
        icon: Server,
        path: "/settings/system",
        ability: "manageSettings",
        keywords: "Status Festplatte Soketi",
      },
      {
        title: "Live-Werkstatt",
        text: "Verbindung ansehen, Live-Ereignisse mitlesen und auslösen",
        icon: Radio,
        path: "/settings/live",
        ability: "useLiveWorkbench",
        keywords: "Pusher WebSocket",
      },
    ],
  },
];

/** What is a person's own. */
export const ownGroup = (userId: string): SettingsGroup => ({
  title: "Persönlich",
  sections: [
    {
      title: "Mein Konto",
      text: "Profil, Passwort, Sitzungen, Benachrichtigungen, Darstellung",
      icon: UserRound,
      path: `/users/${userId}`,
      keywords: "Avatar Bild dunkel hell",
    },
    {
      title: "Meine API-Token",
      text: "Zugänge für eigene Programme",
      icon: KeyRound,
      path: `/users/${userId}/api`,
      keywords: "Schnittstelle REST",
    },
  ],
});
