import { bullets, callout, heading, page, paragraph, steps, table, tasks } from "./blocks.ts";

export const emergency = () =>
  page(
    callout("danger", "Erst Ruhe, dann Überblick, dann handeln. Wer zuerst hier ist, übernimmt und sagt es im Chat."),
    heading("Die ersten 15 Minuten"),
    steps(
      "**Übernehmen:** Im Chat schreiben, wer sich kümmert.",
      "**Überblick:** Was ist betroffen? Seit wann? Eine Website, ein Server oder alles?",
      "**Eindämmen:** Bei einem Angriff Zugänge sperren und den Server vom Netz nehmen, nicht löschen.",
      "**Informieren:** Betroffene Kunden kurz und ehrlich, auch wenn die Ursache noch offen ist.",
    ),
    heading("Wen anrufen?"),
    table(
      ["Rolle", "Name", "Telefon"],
      ["Technik, erste Wahl", "", ""],
      ["Technik, Vertretung", "", ""],
      ["Geschäftsführung", "", ""],
      ["Hoster, Notfallnummer", "", ""],
      ["Datenschutz", "", ""],
    ),
    heading("Website nicht erreichbar"),
    tasks(
      "Von einem anderen Netz aus geprüft",
      "Statusseite des Hosters angesehen",
      "DNS, Zertifikat und Ablaufdatum der Domain geprüft",
      "Fehlerprotokoll, Speicherplatz und Last des Servers angesehen",
      "Letzte Änderung zurückgenommen",
    ),
    heading("Website gehackt"),
    tasks(
      "Server vom Netz genommen, Stand gesichert (Dateien, Datenbank, Protokolle)",
      "Alle Passwörter und Schlüssel geändert",
      "Ursache gefunden und geschlossen",
      "Saubere Sicherung zurückgespielt, Erweiterungen aktualisiert",
      "Geprüft, ob Daten von Personen betroffen sind",
    ),
    callout(
      "warning",
      "Sind Daten von Personen betroffen, läuft die Frist von 72 Stunden für die Meldung an die Aufsichtsbehörde.",
    ),
    heading("Daten verloren"),
    tasks(
      "Nichts mehr schreiben, damit nichts überschrieben wird",
      "Letzte Sicherung und ihr Alter ermittelt",
      "Sicherung an anderer Stelle zurückgespielt und geprüft",
      "Fehlende Zeit mit dem Kunden besprochen",
    ),
    heading("Danach"),
    bullets(
      "Innerhalb von fünf Tagen: Was ist passiert, was hat geholfen, was ändern wir?",
      "Kunden einen kurzen Bericht schicken.",
      "Diese Seite ergänzen.",
    ),
    paragraph("Dieser Plan wird alle sechs Monate geprüft. Stimmen die Telefonnummern noch?"),
  );
