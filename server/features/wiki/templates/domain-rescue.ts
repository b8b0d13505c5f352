import type { DocumentJson } from "../../../../contract/document/json.ts";
import { bullets, callout, heading, page, paragraph, table, tasks } from "./blocks.ts";

const facts = (...rows: [string, string][]) =>
  table(["Angabe", "Eintrag"], ["Domain", ""], ["Kunde", ""], ["Bemerkt am", ""], ...rows, ["Verantwortlich", ""]);

/** What to do when a provider has given a .de domain back to DENIC. */
export const domainTransit = (): DocumentJson =>
  page(
    paragraph(
      "Der Provider hat die Domain an die DENIC zurückgegeben (TRANSIT). Website und E-Mail sind aus oder fallen bald aus. " +
        "Der Inhaber bekommt einen Brief und hat etwa vier Wochen; danach wird die Domain gelöscht.",
    ),
    callout("warning", "Fristen und Abläufe ändern sich: Es gilt, was im Brief der DENIC und auf ihrer Website steht."),
    heading("Eckdaten"),
    facts(["Frist laut Brief", ""], ["Bisheriger Provider", ""]),
    heading("Sofort"),
    tasks(
      "Im Portal prüfen, seit wann die Domain nicht mehr delegiert ist (Reiter „DNS“ und „Zeitstrahl“)",
      "Kunden anrufen: Liegt der Brief der DENIC vor? Ist die Anschrift des Inhabers noch richtig?",
      "Beim bisherigen Provider fragen, warum: offene Rechnung, Kündigung, Inhaberprüfung, Versehen?",
      "Prüfen, welche Dienste an der Domain hängen (Reiter „Auswirkung“), und Betroffene informieren",
    ),
    heading("Die Domain zurückholen"),
    tasks(
      "AuthInfo über transit.denic.de mit den Zugangsdaten aus dem Brief anfordern",
      "Beim neuen Provider den Umzug mit der AuthInfo auslösen",
      "Nameserver und Zone beim neuen Provider einrichten, bevor der Umzug abgeschlossen ist",
      "Im Portal „AuthInfo angefordert“ und „gültig bis“ eintragen; der Code selbst gehört nicht hinein",
    ),
    heading("Danach"),
    tasks(
      "Registrar-Konto, Verlängerung und Kündigungsfrist im Portal berichtigt",
      "Inhaberdaten bestätigt, E-Mail des Inhabers liegt nicht auf derselben Domain",
      "Ursache notiert, und was sie künftig verhindert",
    ),
  );

/** What to do when a domain was deleted and can still be restored. */
export const domainRedemption = (): DocumentJson =>
  page(
    paragraph(
      "Die Domain wurde gelöscht und liegt in der Karenzzeit (Redemption Grace Period). In dieser Zeit kann sie nur der " +
        "letzte Inhaber wiederherstellen lassen, oder wen er benennt.",
    ),
    callout(
      "warning",
      "Bei .de dauert die Karenzzeit 30 Tage. Nach einer gescheiterten Inhaberprüfung (NIS2) gibt es keine.",
    ),
    heading("Eckdaten"),
    facts(["Gelöscht am", ""], ["Karenzzeit bis", ""], ["Registrar", ""], ["Kosten der Wiederherstellung", ""]),
    heading("Sofort"),
    tasks(
      "Status bei der Registry geprüft (Reiter „Registrierung“): „Karenzzeit (RGP)“ oder schon „Wird gelöscht“?",
      "Kunden gefragt, ob er die Domain behalten will, und die Kosten freigeben lassen",
      "Geklärt, wer die Löschung ausgelöst hat und ob es ein Versehen war",
    ),
    heading("Wiederherstellen"),
    tasks(
      "RESTORE beim bisherigen Registrar beauftragt, oder beim neuen mit AuthInfo2 der DENIC",
      "Bestätigung der Registry abgewartet: Status wieder aktiv",
      "Nameserver, DNSSEC und Zone geprüft (Reiter „DNS“), E-Mail getestet",
    ),
    heading("Danach"),
    bullets("**Ursache:** ", "**Kosten trägt:** ", "**Was sie künftig verhindert:** "),
    tasks(
      "Verlängerung und Entscheidung im Portal berichtigt, Verantwortliche eingetragen",
      "Transfersperre gesetzt, automatische Verlängerung eingeschaltet",
    ),
  );
