import { keysOf } from "../narrowing.ts";
/** What notifications are about, in the order in which people are shown them. */
export const notificationCategoryLabels = {
  incident: "Störungen",
  certificate: "Zertifikate",
  website: "Websites & Hoster",
  deadline: "Fristen",
  contract: "Verträge & Kosten",
  domain: "Domains",
  device: "Geräte",
  task: "Aufgaben",
  wiki: "Wiki & Erwähnungen",
  chat: "Chats",
  feedback: "Feedback",
  team: "Team",
  system: "System",
} as const;

export type NotificationCategory = keyof typeof notificationCategoryLabels;
export const notificationCategories = keysOf(notificationCategoryLabels);

/** Critical is what costs money or data while nobody looks. */
export const severities = ["normal", "critical"] as const;
export type Severity = (typeof severities)[number];

/** By what a person can be reached. */
export const channelLabels = {
  bell: "Glocke",
  live: "Live-Hinweis",
  mail: "E-Mail sofort",
  digest: "Tägliche Zusammenfassung",
  messenger: "Messenger",
  push: "Browser-Push",
} as const;

export type Channel = keyof typeof channelLabels;
export const channels = keysOf(channelLabels);

/** What a person chooses channels for: the categories, and sign-ins, which only flash up. */
export type Topic = NotificationCategory | "signIn";

interface TopicTraits {
  label: string;
  /** What comes, for whoever decides on it. */
  text: string;
  channels: readonly Channel[];
  /** Left out of the daily mail unless asked for. */
  skipsDigest?: true;
}

const all = channels;

/** The rows of the preferences. */
export const topics: Record<Topic, TopicTraits> = {
  incident: {
    label: notificationCategoryLabels.incident,
    text: "Was ausfällt und wieder läuft: eine Nachricht am Anfang, eine am Ende, dazwischen nur, wenn sich niemand kümmert.",
    channels: all,
  },
  certificate: {
    label: notificationCategoryLabels.certificate,
    text: "Zertifikate, die bald ablaufen, nicht erneuert wurden oder sich unerwartet ändern.",
    channels: all,
  },
  website: {
    label: notificationCategoryLabels.website,
    text: "Änderungen an Websites und Hostern, die du betreust oder denen du folgst.",
    channels: all,
  },
  deadline: {
    label: notificationCategoryLabels.deadline,
    text: "Woran du erinnert werden willst: Verlängerungen, Kündigungsfristen, Prüfungen und eigene Termine.",
    channels: all,
  },
  contract: {
    label: notificationCategoryLabels.contract,
    text: "Wann Verträge enden und bis wann sie sich kündigen lassen.",
    channels: all,
  },
  domain: {
    label: notificationCategoryLabels.domain,
    text: "Änderungen an Domains, die du betreust oder denen du folgst.",
    channels: all,
  },
  device: {
    label: notificationCategoryLabels.device,
    text: "Übergaben, Rückgaben, Garantien und Inventur.",
    channels: all,
  },
  task: {
    label: notificationCategoryLabels.task,
    text: "Wenn dir jemand eine Aufgabe gibt.",
    channels: all,
  },
  wiki: {
    label: notificationCategoryLabels.wiki,
    text: "Wenn dich jemand erwähnt, und Seiten, die zu prüfen sind.",
    channels: all,
  },
  chat: {
    label: notificationCategoryLabels.chat,
    text: "Antworten und neue Chats, an denen du beteiligt bist.",
    channels: all,
  },
  feedback: {
    label: notificationCategoryLabels.feedback,
    text: "Neues Feedback und was aus deinem geworden ist.",
    channels: all,
  },
  team: {
    label: notificationCategoryLabels.team,
    text: "Neue Benutzer und deine Rolle.",
    channels: all,
    skipsDigest: true,
  },
  signIn: { label: "Anmeldungen", text: "Ein Hinweis, wenn sich jemand anmeldet.", channels: ["live"] },
  system: {
    label: notificationCategoryLabels.system,
    text: "Importe, Aufgaben und der Betrieb des Portals.",
    channels: all,
  },
};
export const topicKeys = keysOf(topics);
