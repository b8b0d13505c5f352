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
    title: "Notebook zurückgenommen",
    message: "<b>Kevin Okafor</b> hat dein altes <b>Falke 13</b> zurückgenommen.",
    category: "device",
    link: "/devices",
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
    title: "Import abgeschlossen",
    message: "<b>websites.csv</b>: 12 Websites angelegt, 3 geändert.",
    category: "system",
    link: "/import",
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
