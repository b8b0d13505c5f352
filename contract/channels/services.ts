/** One thing that a service must know; secrets are sealed and never read back. */
export interface ServiceField {
  label: string;
  hint?: string;
  placeholder?: string;
  /** `url` is an address with http:// or https://. */
  kind: "text" | "url";
  isSecret?: true;
  /** An address with https:// alone, save for this very host. */
  needsTls?: true;
  isOptional?: true;
  maxLength: number;
  pattern?: RegExp;
  /** What to do where the pattern does not match. */
  patternError?: string;
}

export interface ServiceTraits {
  label: string;
  /** Where its keys come from. */
  text: string;
  /** Changes its message when something follows, instead of sending another. */
  changesMessages: boolean;
  /** A change alerts people like a message does. */
  alertsOnChange?: true;
  fields: Readonly<Record<string, ServiceField>>;
}

const url = { kind: "url", maxLength: 2048 } as const;
const text = { kind: "text", maxLength: 200 } as const;
const secret = { kind: "text", maxLength: 1000, isSecret: true } as const;
const webhookUrl = { label: "Webhook-Adresse", ...url, isSecret: true } as const;

/** What each service is called and needs to know; how it is talked to stands in server/features/channels/services. */
export const channelServices = {
  slack: {
    label: "Slack (App)",
    text: "App mit dem Recht chat:write anlegen, in den Kanal einladen und das Bot-Token (xoxb-…) hier eintragen.",
    changesMessages: true,
    fields: {
      token: { label: "Bot-Token", ...secret, placeholder: "xoxb-…" },
      channel: {
        label: "Kanal-ID",
        ...text,
        hint: "Steht in Slack unten in den Kanal-Details und beginnt mit C.",
        pattern: /^[A-Z0-9]{6,}$/,
        patternError: "Bitte die ID angeben, etwa C0123ABCD, nicht den Namen.",
      },
      server: {
        label: "Server",
        ...url,
        isOptional: true,
        placeholder: "https://slack.com",
        hint: "Nur für eine eigene Umgebung wie slack-gov.com.",
      },
    },
  },
  slackWebhook: {
    label: "Slack (Webhook)",
    text: "Unter api.slack.com/apps bei „Incoming Webhooks“ eine Adresse für den Kanal erzeugen.",
    changesMessages: false,
    fields: { url: { ...webhookUrl, placeholder: "https://hooks.slack.com/services/…" } },
  },
  teams: {
    label: "Microsoft Teams",
    text: "Im Kanal unter „Workflows“ die Vorlage „Bei Empfang einer Webhookanforderung in einem Kanal posten“ wählen und die Adresse kopieren.",
    changesMessages: false,
    fields: { url: { ...webhookUrl, hint: "Die ganze Adresse ist das Geheimnis." } },
  },
  mattermost: {
    label: "Mattermost (Bot)",
    text: "Unter „Integrationen → Bot-Konten“ einen Bot anlegen und ihn in den Kanal aufnehmen.",
    changesMessages: true,
    fields: {
      server: { label: "Server", ...url, placeholder: "https://chat.agentur.example" },
      token: { label: "Zugriffstoken", ...secret },
      channel: {
        label: "Kanal-ID",
        ...text,
        hint: "Steht in Mattermost unter „Info anzeigen“ des Kanals.",
        pattern: /^[a-z0-9]{26}$/,
        patternError: "Bitte die ID mit 26 Zeichen angeben, nicht den Namen.",
      },
    },
  },
  mattermostWebhook: {
    label: "Mattermost (Webhook)",
    text: "Unter „Integrationen → Eingehende Webhooks“ eine Adresse für den Kanal erzeugen.",
    changesMessages: false,
    fields: { url: webhookUrl },
  },
  matrix: {
    label: "Matrix",
    text: "Ein eigenes Konto für das Portal anlegen, in den Raum einladen und beitreten lassen. Verschlüsselte Räume gehen nicht.",
    changesMessages: true,
    fields: {
      server: { label: "Homeserver", ...url, placeholder: "https://matrix.agentur.example" },
      token: { label: "Zugriffstoken", ...secret },
      room: {
        label: "Raum-ID",
        ...text,
        placeholder: "!abc:agentur.example",
        pattern: /^![^\s]+$/,
        patternError: "Bitte die interne ID angeben, die mit ! beginnt.",
      },
    },
  },
  telegram: {
    label: "Telegram",
    text: "Bei @BotFather einen Bot anlegen und ihn in die Gruppe aufnehmen.",
    changesMessages: true,
    fields: {
      token: {
        label: "Bot-Token",
        ...secret,
        pattern: /^\d+:[\w-]+$/,
        patternError: "Bitte das ganze Token angeben, etwa 123456:ABC…",
      },
      chat: {
        label: "Chat-ID",
        ...text,
        hint: "Gruppen beginnen mit einem Minus; öffentliche Kanäle gehen auch als @name.",
        pattern: /^(-?\d+|@\w{4,})$/,
        patternError: "Bitte eine Zahl oder @name angeben.",
      },
      server: {
        label: "Server",
        ...url,
        isOptional: true,
        placeholder: "https://api.telegram.org",
        hint: "Nur für einen eigenen Bot-API-Server.",
      },
    },
  },
  ntfy: {
    label: "ntfy",
    text: "Ein Thema wählen, das niemand errät, oder den Zugang dazu am eigenen Server beschränken.",
    changesMessages: true,
    alertsOnChange: true,
    fields: {
      server: { label: "Server", ...url, placeholder: "https://ntfy.sh" },
      topic: {
        label: "Thema",
        ...text,
        isSecret: true,
        pattern: /^[-_A-Za-z0-9]{1,64}$/,
        patternError: "Bitte nur Buchstaben, Ziffern, - und _ verwenden, höchstens 64.",
      },
      token: { label: "Zugriffstoken", ...secret, isOptional: true },
    },
  },
  gotify: {
    label: "Gotify",
    text: "Unter „Apps“ eine Anwendung anlegen und ihr Token kopieren.",
    changesMessages: false,
    fields: {
      server: { label: "Server", ...url, placeholder: "https://gotify.agentur.example" },
      token: { label: "Token der Anwendung", ...secret },
    },
  },
} as const satisfies Record<string, ServiceTraits>;

/** None of them was ever tried on the service itself: only on servers that answer as their documents say. */
export const notTried = "noch nicht am echten Dienst erprobt";
