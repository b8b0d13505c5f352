import { keysOf } from "../narrowing.ts";

interface MailTextDeclaration {
  label: string;
  /** When such a mail leaves. */
  when: string;
  /** What stands for something in the words, each with an example for the preview. */
  placeholders: Readonly<Record<string, string>>;
  /** A placeholder without which the mail would say nothing. */
  needs?: string;
  subject: string;
  text: string;
  /** What its button says; it is always there. */
  action: string;
}

const everywhere = { Name: "Jana Petersen", Agentur: "Nordlicht Digital" };

/** The mails whose words an agency may choose, with the words they have until then. */
export const mailTexts = {
  invitation: {
    label: "Einladung",
    when: "Wenn du jemanden einlädst oder einen neuen Einladungslink erzeugst.",
    placeholders: { ...everywhere, Name: "Rike Sommer", Person: "Jana Petersen" },
    subject: "Einladung von {Agentur}",
    text: "{Person} hat dich ins Portal von {Agentur} eingeladen. Über den Link legst du dein Passwort fest. Er gilt sieben Tage und nur einmal.",
    action: "Einladung annehmen",
  },
  passwordReset: {
    label: "Neues Passwort",
    when: "Wenn jemand auf der Anmeldeseite „Passwort vergessen?“ wählt.",
    placeholders: everywhere,
    subject: "Neues Passwort setzen",
    text: "jemand hat für dein Konto ein neues Passwort angefordert. Der Link gilt eine Stunde und nur einmal.\n\nWarst du das nicht? Dann musst du nichts tun: Dein bisheriges Passwort gilt weiter.",
    action: "Neues Passwort setzen",
  },
  security: {
    label: "Sicherheitshinweis",
    when: "Wenn sich am Zugang einer Person etwas geändert hat, etwa das Passwort oder ein Passkey.",
    placeholders: {
      ...everywhere,
      Ereignis: "Passwort geändert",
      Beschreibung: "Dein Passwort wurde geändert. Alle anderen Sitzungen wurden beendet.",
    },
    needs: "Beschreibung",
    subject: "{Ereignis}",
    text: "{Beschreibung}\n\nWarst du das nicht? Dann ändere dein Passwort und sprich mit jemandem, der Admin ist.",
    action: "Sicherheit ansehen",
  },
  notifications: {
    label: "Mehrere Benachrichtigungen",
    when: "Wenn in kurzer Zeit mehr als eine Benachrichtigung zu mailen ist; sie folgen auf den Text.",
    placeholders: { ...everywhere, Anzahl: "3" },
    subject: "{Anzahl} neue Benachrichtigungen",
    text: "das ist neu für dich:",
    action: "Im Portal ansehen",
  },
  digest: {
    label: "Tägliche Zusammenfassung",
    when: "Einmal am Tag, wenn etwas ungelesen ist; es folgt auf den Text.",
    placeholders: { ...everywhere, Neuigkeiten: "3 Neuigkeiten" },
    subject: "Deine Zusammenfassung: {Neuigkeiten}",
    text: "das hast du im Portal noch nicht gelesen:",
    action: "Alle ansehen",
  },
  customerQuestion: {
    label: "Frage an Kunden",
    when: "Wenn du Kunden fragst, ob etwas weiterlaufen soll; worum es geht, folgt auf den Text.",
    placeholders: { ...everywhere, Name: "Anna Berg", Person: "Jana Petersen", Termin: "30.11.2026" },
    subject: "Behalten oder kündigen? Bitte antworten Sie bis {Termin}",
    text: "demnächst verlängert sich, was unten steht. Bitte sagen Sie uns bis {Termin}, was Sie behalten und was Sie kündigen möchten. Der Link gilt nur einmal und braucht kein Konto.\n\nViele Grüße\n{Person}, {Agentur}",
    action: "Antworten",
  },
  customerReminder: {
    label: "Erinnerung an Kunden",
    when: "Einmal, eine Woche vor dem Termin, wenn eine Frage noch nicht beantwortet ist.",
    placeholders: { ...everywhere, Name: "Anna Berg", Termin: "30.11.2026" },
    subject: "Erinnerung: Behalten oder kündigen? Bitte antworten Sie bis {Termin}",
    text: "uns fehlt noch Ihre Antwort. Bis {Termin} lässt sich entscheiden, was Sie behalten und was Sie kündigen möchten.\n\nViele Grüße\n{Agentur}",
    action: "Antworten",
  },
  holderConfirmation: {
    label: "Prüfung der Inhaberdaten",
    when: "Wenn du Kunden bittest, die Inhaberdaten ihrer Domains zu prüfen; die Domains folgen auf den Text.",
    placeholders: { ...everywhere, Name: "Anna Berg", Person: "Jana Petersen", Termin: "30.11.2026" },
    subject: "Bitte prüfen Sie Ihre Inhaberdaten",
    text: "für jede Domain ist bei der Registry eingetragen, wem sie gehört. Bitte sehen Sie bis {Termin} nach, ob diese Angaben noch stimmen: Sind sie falsch oder nicht erreichbar, kann die Registry eine Domain abschalten. Der Link gilt nur einmal und braucht kein Konto.\n\nViele Grüße\n{Person}, {Agentur}",
    action: "Angaben prüfen",
  },
} as const satisfies Record<string, MailTextDeclaration>;

export type MailTextKind = keyof typeof mailTexts;
export const mailTextKinds = keysOf(mailTexts);

/** The declaration of a mail's words, without the narrow types of its own. */
export const mailText = (kind: MailTextKind): MailTextDeclaration => mailTexts[kind];

const placeholder = /\{([^{}\n]*)\}/g;

/** The placeholders that stand in a text, each once, in its order. */
export const placeholdersIn = (text: string): string[] => [
  ...new Set([...text.matchAll(placeholder)].map(([, name = ""]) => name)),
];

/** Puts the values in place of their placeholders; what a value itself holds stays as it is, unknown ones too. */
export const fillText = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replace(placeholder, (whole, name: string) => (Object.hasOwn(values, name) ? (values[name] ?? "") : whole));

/** A text as its paragraphs, which are parted by empty lines. */
export const paragraphsOf = (text: string): string[] =>
  text
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim())
    .filter(Boolean);
