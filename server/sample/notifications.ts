import type { NotificationCategory } from "../../contract/notifications.ts";

export interface SampleNotification {
  title: string;
  /** HTML of the allow-list. */
  message: string;
  category: NotificationCategory;
  link?: string;
  /** How long ago it was written. */
  hoursAgo: number;
  read: boolean;
}

/** What the first person of the sample agency finds in the bell: three new ones and the history of a week. */
export const sampleNotifications: readonly SampleNotification[] = [
  {
    title: "Aylin Demir hat dich erwähnt",
    message: "in <b>Server-Umzug ohne Ausfall</b>: „Schaust du noch über Schritt 4?“",
    category: "wiki",
    link: "/wiki",
    hoursAgo: 0.3,
    read: false,
  },
  {
    title: "Kündigungsfrist in 3 Tagen",
    message: "<b>fährblick.example</b> ist nur noch drei Tage kündbar, danach läuft die Domain ein weiteres Jahr.",
    category: "domain",
    link: "/domains",
    hoursAgo: 2.2,
    read: false,
  },
  {
    title: "Marie-Luise Hohenstein-Friedrichsen ist dem Team beigetreten",
    message: "Sie übernimmt <em>Kundenbetreuung und Vertragsverwaltung</em>.",
    category: "team",
    link: "/settings/users",
    hoursAgo: 5,
    read: false,
  },
  {
    title: "Dein Feedback wurde umgesetzt",
    message: "„Tastenkürzel für Jetzt prüfen“ ist ab heute dabei. Danke!",
    category: "feedback",
    link: "/feedback",
    hoursAgo: 26,
    read: true,
  },
  {
    title: "Neuer Chat in „Notfallplan“",
    message: "<b>Timo Brandt</b> fragt: „Wer hat am Wochenende Bereitschaft?“",
    category: "chat",
    link: "/wiki",
    hoursAgo: 30,
    read: true,
  },
  {
    title: "Vorschau erneuert",
    message: "Vorschaubild von <b>Druckhaus Feldmann</b> wurde erzeugt.",
    category: "website",
    link: "/websites",
    hoursAgo: 52,
    read: true,
  },
  {
    title: "Notebook MT-00051 übergeben",
    message: "von <b>Malte Grothe</b> an dich, Rückgabe bis 31.03.",
    category: "device",
    link: "/devices",
    hoursAgo: 75,
    read: true,
  },
  {
    title: "Wartung am Sonntag",
    message: "Das Portal steht am Sonntag von <b>06:00 bis 06:30 Uhr</b> nicht zur Verfügung.",
    category: "system",
    hoursAgo: 120,
    read: true,
  },
];
