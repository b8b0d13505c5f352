import { declarations } from "../records/declarations.ts";
import type { RecordType } from "../records/record-types.ts";
import type { ChangeKind } from "./changes.ts";

const verbs: Readonly<Record<string, string>> = {
  created: "angelegt",
  updated: "geändert",
  archived: "archiviert",
  restored: "wiederhergestellt",
  deleted: "endgültig gelöscht",
};

const named: Readonly<Record<string, string>> = {
  "user.created": "Konto angelegt",
  "user.invited": "Person eingeladen",
  "user.invitation-renewed": "Einladung erneuert",
  "user.invitation-withdrawn": "Einladung zurückgezogen",
  "user.joined": "Team beigetreten",
  "user.updated": "Profil geändert",
  "user.role-changed": "Rolle geändert",
  "user.deactivated": "Konto gesperrt",
  "user.reactivated": "Konto entsperrt",
  "user.password-link-created": "Link für neues Passwort erstellt",
  "user.password-changed": "Passwort geändert",
  "user.password-reset-asked": "Neues Passwort angefordert",
  "user.signed-in": "Angemeldet",
  "user.authenticated": "Anmeldung bestätigt",
  "user.mutes-changed": "Hinweise geändert",
  "user.notifications-changed": "Benachrichtigungen eingestellt",
  "user.preferences-changed": "Persönliche Einstellungen geändert",
  "user.left": "Austritt abgeschlossen",
  "user.totp-added": "Zweiter Faktor eingerichtet",
  "user.totp-removed": "Zweiter Faktor entfernt",
  "user.recovery-codes-renewed": "Wiederherstellungscodes erneuert",
  "user.recovery-code-used": "Wiederherstellungscode benutzt",
  "user.passkey-added": "Passkey hinzugefügt",
  "user.passkey-renamed": "Passkey umbenannt",
  "user.passkey-removed": "Passkey entfernt",
  "user.second-factor-reset": "Zweiter Faktor zurückgesetzt",
  "user.sign-in-linked": "Anmeldeart verknüpft",
  "user.sign-in-unlinked": "Anmeldeart gelöst",
  "user.exported": "Personenbezogene Daten exportiert",
  "user.erased": "Personenbezogene Daten gelöscht",
  "session.ended": "Sitzung beendet",
  "session.all-ended": "Überall abgemeldet",
  "file.uploaded": "Datei hochgeladen",
  "file.attached": "Datei angehängt",
  "file.detached": "Datei entfernt",
  "file.renamed": "Datei umbenannt",
  "notification.updated": "Benachrichtigung gelesen",
  "notification.deleted": "Benachrichtigung gelöscht",
  "live.sent": "Live-Ereignis ausgelöst",
  "device.moved": "Gerät übergeben",
  "page.moved": "Seite verschoben",
  "page.written": "Seite geschrieben",
  "page.confirmed": "Seite als aktuell bestätigt",
  "page.exported": "Seite exportiert",
  "page.secret-allowed": "Zugangsdaten trotz Warnung gespeichert",
  "import.started": "Import gestartet",
  "import.undone": "Import rückgängig gemacht",
  "setting.updated": "Einstellungen geändert",
  "mail.resent": "E-Mail erneut gesendet",
  "mail.tested": "Test-E-Mail gesendet",
  "apiToken.created": "API-Token erstellt",
  "apiToken.revoked": "API-Token widerrufen",
  "calendarFeed.created": "Kalender-Feed erstellt",
  "calendarFeed.renewed": "Adresse des Kalender-Feeds erneuert",
  "calendarFeed.deleted": "Kalender-Feed gelöscht",
  "webhook.created": "Webhook angelegt",
  "webhook.updated": "Webhook geändert",
  "webhook.deleted": "Webhook gelöscht",
  "webhook.secret-renewed": "Geheimnis des Webhooks erneuert",
  "chat.created": "Chat eröffnet",
  "chat.renamed": "Chat umbenannt",
  "chat.resolved": "Chat als geklärt markiert",
  "chat.reopened": "Chat wieder geöffnet",
  "chat.message-removed": "Nachricht entfernt",
  "task.run": "Aufgabe ausgeführt",
  "savedView.created": "Ansicht gespeichert",
  "savedView.updated": "Ansicht geändert",
  "savedView.deleted": "Ansicht gelöscht",
};

/** What a recorded fact says, in German: „Website geändert“. */
export function changeLabel(kind: ChangeKind): string {
  const words = named[kind];
  if (words) return words;
  const [type = "", verb = ""] = kind.split(".");
  return `${declarations[type as RecordType]?.labels.one ?? type} ${verbs[verb] ?? verb}`;
}

/** What the protocol can be narrowed to, by the first part of a kind. */
export const changeAreas: Readonly<Record<string, string>> = {
  user: "Personen",
  session: "Sitzungen",
  setting: "Einstellungen",
  apiToken: "API-Token",
  calendarFeed: "Kalender-Feeds",
  webhook: "Webhooks",
  chat: "Chats",
  file: "Dateien",
  import: "Importe",
  mail: "E-Mail",
  task: "Aufgaben",
  savedView: "Ansichten",
  ...Object.fromEntries(Object.entries(declarations).map(([type, { labels }]) => [type, labels.many])),
};
