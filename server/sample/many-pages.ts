import { fromMarkdown } from "../../contract/document/markdown/from-markdown.ts";
import { requireValue } from "../../contract/narrowing.ts";
import { foldText } from "../../contract/values/fold.ts";
import type { Db } from "../db/connection.ts";
import { newId } from "../db/new-id.ts";
import { textOf } from "../document/text.ts";
import { createPageState } from "../features/wiki/collab/room-store.ts";
import { repairSearch } from "../search/rebuild.ts";
import { openChance } from "./chance.ts";

const subjects = ["Server", "Zertifikat", "Postfach", "Sicherung", "Domain", "Vertrag", "Website", "Datenschutz"];
const deeds = ["umziehen", "erneuern", "prüfen", "einrichten", "übergeben", "kündigen", "messen", "dokumentieren"];
const fronts = (
  "Wartungs Namens Ansprech Antwort Weiter Überwach Rechnungs Vertrags Kunden Geräte Wildcard Mail Post Daten Bild " +
  "Lade Prüf Such Formular Kontakt Menü Themen Bestell Liefer Termin Abnahme Freigabe Test Sicher Zugangs Server Schrift " +
  "Farb Seiten Artikel Blog Karten Shop Zahlungs Versand Urlaubs Schulungs Entwurfs Umzugs Fehler Notfall Bereitschafts"
).split(" ");
const backs = (
  "fenster dienst partner zeit leitung ung stelle liste plan zertifikat fach sicherung protokoll prüfung regel weg bericht " +
  "vorlage muster rolle rechte schlüssel konto adresse nummer datum grenze kosten frage antwort hinweis aufgabe schritt"
).split(" ");
const small =
  "der die das und mit für vor nach bei an auf ist wird muss kann nur noch auch dann erst wenn immer täglich".split(
    " ",
  );
const texts = 2000;
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
  // A page is about a few things, and speaks of them in compounds.
  let topic = { fronts, backs };
  const some = (of: readonly string[], count: number) => Array.from({ length: count }, () => chance.pick(of));
  const compound = () => chance.pick(topic.fronts) + chance.pick(topic.backs);
  const word = () => (chance.percent(55) ? chance.pick(small) : compound());
  const sentence = () => `${Array.from({ length: 12 }, word).join(" ")}.`;
  const contents = Array.from({ length: Math.min(texts, count) }, () => {
    topic = { fronts: some(fronts, 8), backs: some(backs, 6) };
    const document = fromMarkdown(
      `${sentence()}\n\n## ${compound()}\n\n${sentence()} ${sentence()}\n\n- ${sentence()}\n- ${sentence()}\n\n## ${compound()}\n\n${Array.from({ length: 6 }, sentence).join(" ")}`,
    );
    const { headings, body } = textOf(document);
    return { document, contentJson: JSON.stringify(document), headingText: headings, contentText: body };
  });
  const ids = Array.from({ length: count }, () => newId());
  for (let from = 0; from < count; from += chunk) {
    const rows = ids.slice(from, from + chunk).map((id, offset) => {
      const index = from + offset;
      const title = `${chance.pick(subjects)} ${chance.pick(deeds)} ${String(index + 1).padStart(5, "0")}`;
      const { document: _, ...content } = requireValue(contents[index % contents.length]);
      const isTop = index < count / childrenPerPage;
      return {
        id,
        title,
        sortTitle: foldText(title),
        status: "published" as const,
        visibility: "team" as const,
        parentId: isTop ? null : requireValue(ids[Math.floor(index / childrenPerPage)]),
        position: `a${String(index).padStart(6, "0")}`,
        contentVersion: 1,
        responsibleUserId: actorId,
        ...content,
        ...stamp,
      };
    });
    await db.insertInto("pages").values(rows).execute();
  }
  await createPageState(db, requireValue(ids[0]), contents[0]?.document as never, new Date(at));
  await repairSearch({ db, now: () => new Date(at) });
  return ids;
}
