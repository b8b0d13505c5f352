import type { SettingSection } from "../settings/sections.ts";

const fieldLabels: Readonly<Record<string, string>> = {
  name: "Name",
  email: "E-Mail",
  phone: "Telefon",
  position: "Position",
  role: "Rolle",
  image: "Bild",
  imageKey: "Bild",
  state: "Status",
  title: "Titel",
  url: "Adresse",
  events: "Ereignisse",
  isEnabled: "Eingeschaltet",
  description: "Beschreibung",
  scopes: "Rechte",
  days: "Gültigkeit",
  filename: "Dateiname",
  secrets: "Geheimnisse",
  agencyName: "Name",
  logoKey: "Logo",
  primaryColor: "Hauptfarbe",
  timeZone: "Zeitzone",
  workingDays: "Arbeitstage",
  holidayRegion: "Feiertage",
  channels: "Was dich erreicht",
  quiet: "Ruhezeiten",
  awayUntil: "Abwesend bis",
  deputyId: "Vertretung",
  numberRanges: "Nummernkreise",
  host: "Server",
  port: "Port",
  security: "Verschlüsselung",
  checksCertificate: "Zertifikat prüfen",
  user: "Benutzer",
  fromName: "Absendername",
  fromEmail: "Absenderadresse",
  replyTo: "Antwortadresse",
  passwordResetSubject: "Neues Passwort: Betreff",
  passwordResetText: "Neues Passwort: Text",
  securitySubject: "Sicherheitshinweis: Betreff",
  securityText: "Sicherheitshinweis: Text",
  notificationsSubject: "Mehrere Benachrichtigungen: Betreff",
  notificationsText: "Mehrere Benachrichtigungen: Text",
  digestSubject: "Tägliche Zusammenfassung: Betreff",
  digestText: "Tägliche Zusammenfassung: Text",
  secondFactor: "Zweiter Faktor",
  oidcIssuer: "Adresse des Anbieters",
  oidcClientId: "Client-ID",
  oidcLabel: "Name des Anbieters",
  oidcScopes: "Scopes",
  oidcRoleClaim: "Angabe mit der Rolle",
  oidcRoles: "Zuordnung der Rollen",
  oidcDefaultRole: "Rolle ohne Zuordnung",
  oidcCreatesAccounts: "Konten anlegen",
  oidcVerifiedOnly: "Nur bestätigte Adressen",
  oidcLinksByEmail: "Verknüpfen über die E-Mail",
  oidcCountsAsSecondFactor: "Zweiter Faktor beim Anbieter",
  allowedNetworks: "Erlaubte Netze",
  signInDays: "Aufbewahrung: Anmeldungen",
  historyDays: "Aufbewahrung: Protokoll und Verlauf",
  notificationDays: "Aufbewahrung: Benachrichtigungen",
  controller: "Verantwortlich",
  dataOfficer: "Datenschutzbeauftragte Person",
  lastReviewedById: "Zuletzt geprüft von",
  parentId: "Übergeordnete Seite",
  reason: "Grund",
};

/** Parts of a fact that say nothing to people. */
const technical = new Set(
  "sessionId method userId authorId mimeType size rows type number revision lastActivityAt".split(" "),
);

/** What a field that is none of a record is called; undefined where it says nothing to people. */
export function changeFieldLabel(name: string): string | undefined {
  return technical.has(name) ? undefined : (fieldLabels[name] ?? name);
}

/** What the sections of the settings are called, and where they are. */
export const settingPlaces: Readonly<Record<SettingSection, { title: string; href: string }>> = {
  general: { title: "Allgemein", href: "/settings/general" },
  mail: { title: "E-Mail", href: "/settings/mail" },
  mailTexts: { title: "E-Mail-Texte", href: "/settings/mail-texts" },
  signIn: { title: "Anmeldung", href: "/settings/sign-in" },
  network: { title: "Netzwerk", href: "/settings/network" },
  privacy: { title: "Datenschutz", href: "/settings/privacy" },
};
