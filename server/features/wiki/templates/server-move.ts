import { bullets, callout, code, heading, page, paragraph, table, tasks } from "./blocks.ts";

export const serverMove = () =>
  page(
    paragraph("Umzug einer Website auf einen anderen Server, ohne dass jemand etwas davon merkt."),
    callout("warning", "Erst wenn die Sicherung zurückgespielt und geprüft ist, wird am alten Server etwas verändert."),
    heading("Eckdaten"),
    table(
      ["Angabe", "Alt", "Neu"],
      ["Hoster", "", ""],
      ["Server und IP", "", ""],
      ["PHP und Datenbank", "", ""],
      ["Nameserver", "", ""],
      ["Zeitfenster", "", ""],
      ["Verantwortlich", "", ""],
    ),
    heading("Vorher"),
    tasks(
      "Kunde informiert, Zeitfenster bestätigt, Ansprechpartner erreichbar",
      "Zugänge zu beiden Servern, zu DNS und Registrar im Passwortmanager geprüft",
      "Liste aller Domains, Weiterleitungen, Cronjobs und Postfächer erstellt",
      "Versionen von PHP, Datenbank und Erweiterungen verglichen",
      "TTL aller betroffenen DNS-Einträge auf 300 Sekunden gesenkt, mindestens 24 Stunden vorher",
      "Vollständige Sicherung (Dateien und Datenbank) erstellt und testweise zurückgespielt",
    ),
    heading("Umzug"),
    tasks(
      "Wartungsmodus eingeschaltet, Redaktion pausiert",
      "Datenbank exportiert und auf dem neuen Server importiert",
      "Dateien übertragen, Rechte und Besitzer geprüft",
      "Konfiguration angepasst: Datenbank, Pfade, Mailversand, Cache",
      "Zertifikat ausgestellt",
      "Website über die hosts-Datei auf dem neuen Server geprüft",
      "DNS umgestellt",
    ),
    code(
      "bash",
      "rsync -azP --delete alt:/var/www/projekt/ /var/www/projekt/\nmysqldump --single-transaction projekt | gzip > projekt.sql.gz",
    ),
    heading("Prüfen"),
    tasks(
      "Startseite, Unterseiten, Suche und Formulare laufen",
      "Mails gehen raus und kommen an (SPF, DKIM und DMARC geprüft)",
      "Cronjobs laufen, Fehlerprotokoll ist leer",
      "Zertifikat und Weiterleitungen von http und www stimmen",
      "Überwachung und Sicherungen laufen auf dem neuen Server",
    ),
    heading("Zurück, falls es klemmt"),
    bullets(
      "**Wann:** wenn die Website nach 30 Minuten nicht fehlerfrei läuft.",
      "**Wie:** DNS zurückstellen, Wartungsmodus am alten Server ausschalten, Kunden informieren.",
      "**Daten:** Was seit der Umstellung dazukam, aus der neuen Datenbank sichern.",
    ),
    heading("Nachher"),
    tasks(
      "TTL wieder erhöht",
      "Hoster, Domains und Verträge im Portal angepasst",
      "Alter Server nach 14 Tagen gekündigt, letzte Sicherung abgelegt",
      "Kunde hat die Abnahme bestätigt",
    ),
  );
