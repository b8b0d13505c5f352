import { callout, heading, page, paragraph, table, tasks } from "./blocks.ts";

export const websiteLaunch = () =>
  page(
    paragraph("Alles, was vor, während und nach dem Start einer Website erledigt sein muss."),
    table(["Angabe", "Eintrag"], ["Website", ""], ["Kunde", ""], ["Start am", ""], ["Verantwortlich", ""]),
    heading("Inhalt"),
    tasks(
      "Texte und Bilder vom Kunden freigegeben, keine Platzhalter mehr",
      "Impressum und Datenschutzerklärung aktuell und von jeder Seite erreichbar",
      "Bildrechte geklärt, alternative Texte gesetzt",
      "Rechtschreibung geprüft, Telefonnummern und Adressen stimmen",
    ),
    heading("Technik"),
    tasks(
      "Weiterleitungen von alten Adressen eingerichtet und geprüft",
      "Zertifikat gültig, http und www leiten richtig um",
      "Formulare kommen beim Kunden an, auch im Spamordner nachgesehen",
      "Fehlerseiten für 404 und 500 gestaltet",
      "Sicherungen laufen und wurden einmal zurückgespielt",
      "Testzugänge entfernt, Passwörter im Passwortmanager",
    ),
    heading("Qualität"),
    tasks(
      "In Chrome, Firefox, Safari und Edge geprüft, auf Telefon und Tablet",
      "Mit der Tastatur bedienbar, Kontraste und Überschriften in Ordnung",
      "Ladezeit der wichtigsten Seiten unter 2,5 Sekunden",
      "Einwilligung für Dienste Dritter: Ohne Zustimmung wird nichts geladen",
    ),
    heading("Auffindbarkeit"),
    tasks(
      "Titel und Beschreibungen gepflegt, Vorschaubild für geteilte Links",
      "Sperre für Suchmaschinen entfernt",
      "Sitemap eingereicht, Search Console eingerichtet",
    ),
    callout("warning", "Freitags und vor Feiertagen geht nichts live."),
    heading("Start"),
    tasks(
      "Freigabe des Kunden liegt schriftlich vor",
      "DNS umgestellt",
      "Website von außen geprüft: Startseite, Formular, Suche, Weiterleitungen",
      "Kunde informiert",
    ),
    heading("Danach"),
    tasks(
      "Website, Domain, Hoster und Vertrag im Portal angelegt",
      "Überwachung eingeschaltet",
      "Nach einer Woche: Fehlerprotokoll, Search Console und Ladezeiten angesehen",
      "Einweisung des Kunden durchgeführt",
    ),
  );
