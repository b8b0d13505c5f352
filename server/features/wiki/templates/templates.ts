import { sql } from "kysely";
import type { DocumentJson } from "../../../../contract/document/json.ts";
import { isKeyOf } from "../../../../contract/narrowing.ts";
import { type TemplateKey, templateKeys } from "../../../../contract/wiki/page-limits.ts";
import type { PageTemplate } from "../../../../contract/wiki/page-rows.ts";
import { excerpt } from "../../../document/text.ts";
import { readableBy } from "../../../records/readable.ts";
import type { PersonContext } from "../../../trpc/context.ts";
import { bullets, callout, heading, page, paragraph, table, tasks } from "./blocks.ts";
import { domainRedemption, domainTransit } from "./domain-rescue.ts";
import { emergency } from "./emergency.ts";
import { serverMove } from "./server-move.ts";
import { websiteLaunch } from "./website-launch.ts";

const onboarding = () =>
  page(
    paragraph("Damit sich neue Kolleginnen und Kollegen vom ersten Tag an auskennen und nichts vergessen wird."),
    heading("Eckdaten"),
    table(["Angabe", "Eintrag"], ["Name", ""], ["Start am", ""], ["Aufgabe", ""], ["Patin oder Pate", ""]),
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

interface BuiltIn {
  title: string;
  icon: string;
  description: string;
  document(): DocumentJson;
}

const builtIn: Record<TemplateKey, BuiltIn> = {
  "template-server-move": {
    title: "Runbook Server-Umzug",
    icon: "🚚",
    description: "Schritt für Schritt auf einen anderen Server, mit dem Weg zurück.",
    document: serverMove,
  },
  "template-domain-transit": {
    title: "Domain im Transit",
    icon: "📮",
    description: "Wenn der Provider eine .de-Domain an die DENIC zurückgegeben hat.",
    document: domainTransit,
  },
  "template-domain-redemption": {
    title: "Gelöschte Domain retten",
    icon: "🛟",
    description: "Wiederherstellen in der Karenzzeit (RGP), Schritt für Schritt.",
    document: domainRedemption,
  },
  "template-onboarding": {
    title: "Onboarding Mitarbeiter",
    icon: "👋",
    description: "Vom Vertrag bis zum Gespräch nach 90 Tagen.",
    document: onboarding,
  },
  "template-website-launch": {
    title: "Website-Launch-Checkliste",
    icon: "🚀",
    description: "Was vor, während und nach dem Start erledigt sein muss.",
    document: websiteLaunch,
  },
  "template-emergency": {
    title: "Notfallplan",
    icon: "🚨",
    description: "Wer übernimmt, wen anrufen, was zuerst tun.",
    document: emergency,
  },
};

/** The document of a template that comes with the portal; undefined for everything else. */
export function builtInDocument(key: string): DocumentJson | undefined {
  return isKeyOf(builtIn, key) ? builtIn[key].document() : undefined;
}

/** The templates from which this person can start a page: the portal's own, then the team's. */
export async function listTemplates({ db, person }: Pick<PersonContext, "db" | "person">): Promise<PageTemplate[]> {
  const readable = readableBy("page", person) ?? sql`1 = 1`;
  const { rows } = await sql<{ id: string; title: string; icon: string | null; contentJson: string }>`
    select record.id, record.title, record.icon, record.content_json from pages as record
    where record.is_template = 1 and record.archived_at is null and ${readable}
    order by record.sort_title, record.id`.execute(db);
  return [
    ...templateKeys.map((id) => {
      const { title, icon, description } = builtIn[id];
      return { id, title, icon, description, isBuiltIn: true };
    }),
    ...rows.map(({ contentJson, ...template }) => ({
      ...template,
      description: excerpt(JSON.parse(contentJson), 120),
      isBuiltIn: false,
    })),
  ];
}
