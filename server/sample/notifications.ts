import type { NotificationCategory } from "../../contract/notifications/notifications.ts";

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

/** What the first person of the sample agency finds in the bell beside what follows from the team's work. */
export const sampleNotifications: readonly SampleNotification[] = [
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
    title: "Vorschau erneuert",
    message: "Vorschaubild von <b>Druckhaus Feldmann</b> wurde erzeugt.",
    category: "website",
    link: "/websites",
    hoursAgo: 52,
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
