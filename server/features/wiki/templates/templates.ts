import { sql } from "kysely";
import type { DocumentJson } from "../../../../contract/document/json.ts";
import { type TemplateKey, templateKeys } from "../../../../contract/wiki/page-limits.ts";
import type { PageTemplate } from "../../../../contract/wiki/page-rows.ts";
import { excerpt } from "../../../document/text.ts";
import { readableBy } from "../../../records/readable.ts";
import type { PersonContext } from "../../../trpc/context.ts";
import { emergency } from "./emergency.ts";
import { onboarding } from "./onboarding.ts";
import { serverMove } from "./server-move.ts";
import { websiteLaunch } from "./website-launch.ts";

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
  return (templateKeys as readonly string[]).includes(key) ? builtIn[key as TemplateKey].document() : undefined;
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
      return { ...{ id, title, icon, description }, isBuiltIn: true };
    }),
    ...rows.map(({ contentJson, ...template }) => ({
      ...template,
      description: excerpt(JSON.parse(contentJson), 120),
      isBuiltIn: false,
    })),
  ];
}
