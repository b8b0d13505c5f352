import { element, escapeHtml } from "../../../contract/document/html.ts";
import { parseOwnJson } from "../../../contract/narrowing.ts";
import type { Processing } from "../../../contract/privacy/privacy.ts";
import { secondFactorRuleLabels } from "../../../contract/security/security.ts";
import type { Settings } from "../../../contract/settings/sections.ts";
import type { Db } from "../../db/connection.ts";
import { moment, printableHtml, printableTable } from "../../document/printable-html.ts";
import { readSettings } from "../../settings/read-settings.ts";
import { activities } from "./activities.ts";
import { listOrders, readProcessing } from "./processing.ts";

export const registerTitle = "Verzeichnis von Verarbeitungstätigkeiten";

/** The record of processing activities (Art. 30 GDPR) of what the portal does, from its settings and its records. */
export async function writeRegister(db: Db, now: Date): Promise<string> {
  const [{ agencyName }, privacy, { secondFactor }] = [
    await readSettings(db, "general"),
    await readSettings(db, "privacy"),
    await readSettings(db, "signIn"),
  ];
  const { processors } = await readProcessing(db);
  const orders = await listOrders(db);
  return printableHtml(registerTitle, [
    text([agencyName, `Stand ${moment(now)}`].filter(Boolean).join(", ")),
    heading("Verantwortlich"),
    text(privacy.controller || "Noch nicht angegeben (Einstellungen, Datenschutz)."),
    text(`Datenschutzbeauftragte Person: ${privacy.dataOfficer || "nicht angegeben"}`),
    heading("Verarbeitungen im Portal (Art. 30 Abs. 1 DSGVO)"),
    printableTable(
      ["Tätigkeit", "Zweck und Grundlage", "Wer ist betroffen, welche Daten", "Löschung"],
      activities(privacy).map(({ title, purpose, data, deletion }) => [title, purpose, data, deletion].map(escapeHtml)),
    ),
    heading("Empfänger und Auftragsverarbeiter"),
    processors.length > 0
      ? printableTable(["Anbieter", "AVV", "Unterauftragsverarbeiter"], processors.map(rowOfProcessor))
      : text("Keine."),
    heading("Verarbeitung im Auftrag von Kunden (Art. 30 Abs. 2 DSGVO)"),
    orders.length > 0
      ? printableTable(["Kunde", "AVV", "Unterauftragsverarbeiter"], orders.map(rowOfOrder))
      : text("Kein Kunde hat einen AVV unterschrieben."),
    heading("Technische und organisatorische Maßnahmen"),
    list(measures(secondFactor)),
  ]);
}

const heading = (words: string) => element("h2", {}, escapeHtml(words));
const text = (words: string) => element("p", {}, escapeHtml(words).replaceAll("\n", "<br>"));
const list = (lines: readonly string[]) =>
  element("ul", {}, lines.map((line) => element("li", {}, escapeHtml(line))).join(""));

/** „Version 2.1, unterschrieben am 03.02.2026“. */
function agreement({ signedOn, version }: { signedOn: string | null; version: string | null }): string {
  const day = signedOn?.slice(0, 10).split("-").reverse().join(".");
  return [version && `Version ${version}`, day && `unterschrieben am ${day}`].filter(Boolean).join(", ") || "fehlt";
}

const rowOfProcessor = (processor: Processing["processors"][number]) =>
  [processor.name, agreement(processor), processor.partsUrl ?? "–"].map(escapeHtml);

function rowOfOrder(order: Awaited<ReturnType<typeof listOrders>>[number]): string[] {
  const parts = parseOwnJson<string[]>(order.subProcessors || "[]");
  return [`${order.name} (${order.number})`, agreement(order), parts.join(", ") || "–"].map(escapeHtml);
}

const measures = (secondFactor: Settings<"signIn">["secondFactor"]) => [
  "Zugang nur mit persönlichem Konto; Passwörter als argon2id, Sitzungen und Token nur als Prüfsumme gespeichert, jederzeit zu beenden.",
  `Zweiter Faktor (Authenticator-App, Passkey): ${secondFactorRuleLabels[secondFactor]}.`,
  "Rechte nach Rollen, vom Server bei jeder Anfrage geprüft; Preise, Inhaber und vertrauliche Seiten nur für Berechtigte.",
  "Anmeldeversuche begrenzt; jede Änderung mit Person und Zeitpunkt im Protokoll.",
  "Geheimnisse verschlüsselt (AES-256-GCM); Dateien nur mit Sitzung, Bilder ohne Aufnahmedaten.",
  "Betrieb auf eigenem Server; ausgehende Anfragen nur ins öffentliche Internet oder in erlaubte Netze.",
];
