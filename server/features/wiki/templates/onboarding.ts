import { bullets, callout, heading, page, paragraph, table, tasks } from "./blocks.ts";

export const onboarding = () =>
  page(
    paragraph("Damit sich neue Kolleginnen und Kollegen vom ersten Tag an auskennen und nichts vergessen wird."),
    heading("Eckdaten"),
    table(["Angabe", ""], ["Name", ""], ["Start am", ""], ["Aufgabe", ""], ["Patin oder Pate", ""]),
    heading("Vor dem ersten Tag"),
    tasks(
      "Vertrag und Unterlagen vollständig",
      "Notebook, Bildschirm und Telefon bestellt und im Portal als Gerät angelegt",
      "Konto im Portal eingeladen, Rolle festgelegt",
      "Postfach, Kalender und Chat eingerichtet",
      "Zugang zum Passwortmanager vorbereitet, nur mit den nötigen Sammlungen",
      "Willkommensnachricht mit Uhrzeit, Ort und Ablauf verschickt",
    ),
    heading("Der erste Tag"),
    tasks(
      "Begrüßung und Rundgang, Team vorgestellt",
      "Geräte übergeben und die Übergabe im Portal vermerkt",
      "Zweiten Faktor eingerichtet, Wiederherstellungscodes abgelegt",
      "Datenschutz und Vertraulichkeit besprochen und unterschrieben",
      "Mittagessen mit der Patin oder dem Paten",
    ),
    heading("Die erste Woche"),
    tasks(
      "Die wichtigsten Kunden und laufenden Projekte kennengelernt",
      "Im Wiki gelesen: Arbeitsweise, Notfallplan, Website-Launch",
      "Eine kleine Aufgabe von Anfang bis Ende erledigt",
      "Kurzes Gespräch am Freitag: Was war gut, was fehlt?",
    ),
    heading("Nach 30 und nach 90 Tagen"),
    tasks(
      "Gespräch nach 30 Tagen geführt, Ziele vereinbart",
      "Zugänge geprüft: Was fehlt, was ist zu viel?",
      "Gespräch nach 90 Tagen geführt",
    ),
    callout("info", "Was beim Einstieg unklar war, gehört ins Wiki: Die Nächsten werden es auch suchen."),
    heading("Wen fragst du?"),
    bullets("**Technik:** ", "**Urlaub und Krankheit:** ", "**Kunden und Projekte:** "),
  );
