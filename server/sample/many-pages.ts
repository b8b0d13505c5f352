import { fromMarkdown } from "../../contract/document/markdown/from-markdown.ts";
import { foldText } from "../../contract/values/fold.ts";
import { createPageState } from "../collab/room-store.ts";
import type { Db } from "../db/connection.ts";
import { newId } from "../db/new-id.ts";
import { textOf } from "../document/text.ts";
import { repairSearch } from "../search/rebuild.ts";
import { openChance } from "./chance.ts";

const subjects = ["Server", "Zertifikat", "Postfach", "Sicherung", "Domain", "Vertrag", "Website", "Datenschutz"];
const deeds = ["umziehen", "erneuern", "prüfen", "einrichten", "übergeben", "kündigen", "messen", "dokumentieren"];
const words = [
  ...["Wartungsfenster", "Nameserver", "Ansprechpartner", "Antwortzeit", "Weiterleitung", "Überwachung"],
  ...["vorher", "danach", "täglich", "schriftlich", "gemeinsam", "rechtzeitig", "Freigabe", "Protokoll"],
];
const chunk = 200;
const childrenPerPage = 40;

/**
 * Fills a migrated portal with so many pages of about 150 words, the same ones for the same count. They are written
 * straight into the tables, without history and revisions. Returns their ids.
 */
export async function createManyPages(db: Db, count: number, actorId: string): Promise<string[]> {
  const chance = openChance(count);
  const at = "2026-01-05T08:00:00.000Z";
  const stamp = { createdAt: at, updatedAt: at, createdById: actorId, updatedById: actorId, archivedAt: null };
  const sentence = () => `${Array.from({ length: 12 }, () => chance.pick(words)).join(" ")}.`;
  const contents = Array.from({ length: 100 }, () => {
    const document = fromMarkdown(
      `${sentence()}\n\n## ${chance.pick(words)}\n\n${sentence()} ${sentence()}\n\n- ${sentence()}\n- ${sentence()}\n\n## ${chance.pick(words)}\n\n${Array.from({ length: 6 }, sentence).join(" ")}`,
    );
    const { headings, body } = textOf(document);
    return { document, contentJson: JSON.stringify(document), headingText: headings, contentText: body };
  });
  const ids = Array.from({ length: count }, () => newId());
  for (let from = 0; from < count; from += chunk) {
    const rows = ids.slice(from, from + chunk).map((id, offset) => {
      const index = from + offset;
      const title = `${chance.pick(subjects)} ${chance.pick(deeds)} ${String(index + 1).padStart(5, "0")}`;
      const { document: _, ...content } = contents[index % contents.length] as (typeof contents)[number];
      const isTop = index < count / childrenPerPage;
      return {
        ...{ id, title, sortTitle: foldText(title), status: "published" as const, visibility: "team" as const },
        ...{ parentId: isTop ? null : (ids[Math.floor(index / childrenPerPage)] as string) },
        ...{ position: `a${String(index).padStart(6, "0")}`, contentVersion: 1, responsibleUserId: actorId },
        ...content,
        ...stamp,
      };
    });
    await db.insertInto("pages").values(rows).execute();
  }
  await createPageState(db, ids[0] as string, contents[0]?.document as never, new Date(at));
  await repairSearch({ db, now: () => new Date(at) });
  return ids;
}
