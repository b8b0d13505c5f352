import type { Settings } from "../../../contract/settings/sections.ts";

interface Activity {
  title: string;
  purpose: string;
  data: string;
  deletion: string;
}

/** What the portal does with personal data, with how long each is kept by the settings. */
export function activities({ signInDays, historyDays, notificationDays }: Settings<"privacy">): Activity[] {
  return [
    {
      title: "Konten und Anmeldung",
      purpose: "Zugang zum Portal; Beschäftigung (Art. 6 Abs. 1 lit. b DSGVO, § 26 BDSG).",
      data: "Team: Name, E-Mail, Telefon, Position, Bild, Rolle, Sitzungen mit Gerät und IP-Adresse, zweite Faktoren.",
      deletion: "Auf Antrag nach dem Austritt; der Name wird dann überall ersetzt.",
    },
    {
      title: "Protokoll der Anmeldungen",
      purpose: "Sicherheit des Portals; berechtigtes Interesse (Art. 6 Abs. 1 lit. f DSGVO).",
      data: "Team: wer sich wann und von wo an- und abgemeldet hat.",
      deletion: after(signInDays),
    },
    {
      title: "Protokoll und Verlauf",
      purpose: "Nachvollziehbarkeit der Arbeit; berechtigtes Interesse (Art. 6 Abs. 1 lit. f DSGVO).",
      data: "Team: wer wann welchen Eintrag wie geändert hat.",
      deletion: after(historyDays),
    },
    {
      title: "Kunden und Ansprechpartner",
      purpose: "Betreuung und Verträge (Art. 6 Abs. 1 lit. b und f DSGVO).",
      data: "Kunden, Ansprechpartner: Name, Anschrift, Telefon, E-Mail, Funktion, Verträge, Notizen.",
      deletion:
        "Nach Ende der Zusammenarbeit und der gesetzlichen Fristen, durch Archivieren und Löschen des Eintrags.",
    },
    {
      title: "Fragen an Kunden",
      purpose: "Entscheidungen über Laufzeiten einholen (Art. 6 Abs. 1 lit. b DSGVO).",
      data: "Ansprechpartner: Name, E-Mail, Antwort mit eingegebenem Namen, Zeit und IP-Adresse.",
      deletion: "Mit dem Löschen des Ansprechpartners oder des Kunden.",
    },
    {
      title: "Domains, Websites und Hoster",
      purpose:
        "Betrieb für Kunden (Art. 6 Abs. 1 lit. b DSGVO), Pflichten der Registrierung (Art. 6 Abs. 1 lit. c DSGVO).",
      data: "Domaininhaber: Name, Anschrift, Telefon, E-Mail.",
      deletion: "Mit dem Eintrag.",
    },
    {
      title: "Geräte und ihre Ausgabe",
      purpose: "Verwaltung der Arbeitsmittel (Art. 6 Abs. 1 lit. b DSGVO, § 26 BDSG).",
      data: "Team: welches Gerät wann an wen ging und zurückkam.",
      deletion: "Mit dem Gerät.",
    },
    {
      title: "Wiki, Chats und Feedback",
      purpose: "Zusammenarbeit; berechtigtes Interesse (Art. 6 Abs. 1 lit. f DSGVO).",
      data: "Team: Beiträge mit Name und Zeitpunkt.",
      deletion: "Mit dem Beitrag; nach einer Löschung der Person bleibt er ohne ihren Namen.",
    },
    {
      title: "Benachrichtigungen und E-Mails",
      purpose: "Unterrichtung des Teams; berechtigtes Interesse (Art. 6 Abs. 1 lit. f DSGVO).",
      data: "Team: Adresse, Inhalt, Zeitpunkt und Zustellung.",
      deletion: `Gelesene Benachrichtigungen: ${after(notificationDays)}`,
    },
  ];
}

const after = (days: number | null) => (days === null ? "Keine feste Frist." : `Nach ${days} Tagen.`);
