import { setImmediate } from "node:timers/promises";
import { fromMarkdown } from "../../contract/document/markdown/from-markdown.ts";
import { requireValue } from "../../contract/narrowing.ts";
import { hourMs, minuteMs } from "../../contract/time/durations.ts";
import { addDays } from "../../contract/time/today.ts";
import { transact } from "../db/transact.ts";
import { deriveContent } from "../document/derive-content.ts";
import { tags } from "../features/tags/store.ts";
import { saveContentIn } from "../features/wiki/content/save-content.ts";
import { pages } from "../features/wiki/store.ts";
import { createPageIn } from "../features/wiki/tree/create-pages.ts";
import { archiveRecordIn } from "../records/commands.ts";
import { type Names, readNames, replaceNames } from "./sample-names.ts";
import { readSamplePages, type SamplePage, textOfVersion } from "./sample-wiki-pages.ts";
import type { Workplace } from "./workplace.ts";

const tagColours = { Runbook: "#2f66b5", Checkliste: "#7a51b5", DNS: "#0b7f86", Datenschutz: "#9c6b00" };
const favourites = ["passwoerter", "notfallplan"];
const countedDays = 88;

interface Created {
  id: string;
  page: SamplePage;
  /** When each version was written. */
  times: Date[];
}

/** Writes the sample agency's wiki with its revisions, visits and the favourites of the first person. */
export async function createWiki(workplace: Workplace, readerId: string): Promise<void> {
  const created = await createPages(workplace, await createTags(workplace));
  const names = await readNames(workplace.services.db);
  for (const one of created.values()) await writeVersions(workplace, one, names);
  await markTemplatesAndTrash(workplace, created);
  await countVisits(workplace, created, readerId);
}

async function createTags(workplace: Workplace): Promise<Map<string, string>> {
  const bodies = Object.entries(tagColours).map(([name, color]) => ({ name, color }));
  const written = await workplace.create(tags, bodies, [390, 390]);
  return new Map(written.map(({ id, title }) => [title, id]));
}

async function createPages(workplace: Workplace, tagIds: ReadonlyMap<string, string>): Promise<Map<string, Created>> {
  const created = new Map<string, Created>();
  for (const page of await readSamplePages()) {
    const times = timesOf(workplace, page);
    const [first] = page.versions;
    const ctx = workplace.contextOf(first?.by ?? "", requireValue(times[0]));
    const owner = page.owner ?? page.versions.at(-1)?.by ?? "";
    const reviewed = page.reviewed === undefined ? null : addDays(workplace.today, -page.reviewed);
    const body = {
      title: page.title,
      icon: page.icon ?? null,
      status: page.status ?? "published",
      visibility: page.visibility ?? "team",
      tags: page.tags.map((name) => requireValue(tagIds.get(name))),
      responsibleUserId: workplace.people.get(owner)?.id ?? null,
      reviewEveryMonths: page.review ?? null,
      lastReviewedAt: reviewed,
      lastReviewedById: reviewed ? (workplace.people.get(owner)?.id ?? null) : null,
    };
    const parentId = page.in === undefined ? null : requireValue(created.get(page.in)?.id);
    const { id } = await transact(ctx, (tx) => createPageIn(tx, ctx, { body, parentId }));
    created.set(page.slug, { id, page, times });
    await setImmediate();
  }
  return created;
}

/** Each version at least a quarter of an hour after the one before, so that each is a revision of its own. */
function timesOf(workplace: Workplace, { versions }: SamplePage): Date[] {
  const times: Date[] = [];
  for (const { daysAgo } of versions) {
    const earliest = (times.at(-1)?.getTime() ?? 0) + 15 * minuteMs;
    times.push(new Date(Math.max(earliest, workplace.moment(daysAgo).getTime())));
  }
  return times;
}

async function writeVersions(workplace: Workplace, { id, page, times }: Created, names: Names): Promise<void> {
  for (const [index, { by }] of page.versions.entries()) {
    const document = fromMarkdown(linked(textOfVersion(page, index + 1), names));
    const ctx = workplace.contextOf(by, requireValue(times[index]));
    const isLast = index === page.versions.length - 1;
    await transact(ctx, async (tx) => {
      await saveContentIn(tx, ctx.now(), { pageId: id, content: deriveContent(document), editorIds: [ctx.person.id] });
      if (!isLast) return;
      await tx.db.deleteFrom("pageStates").where("pageId", "=", id).execute();
      await workplace.services.pageRooms.create(tx.db, id, document);
    });
    await setImmediate();
  }
}

/** `[[Title]]` as a link to the page, `@[kind:name]` as a mention. */
function linked(markdown: string, names: Names): string {
  const links = markdown.replace(
    /\[\[([^\]]+)\]\]/g,
    (_, title: string) => `[${title}](/wiki/${names("page", title).id})`,
  );
  return replaceNames(links, names, ({ kind, id }, name) => `[${name}](techcenter:${kind}/${id})`);
}

async function markTemplatesAndTrash(workplace: Workplace, created: ReadonlyMap<string, Created>): Promise<void> {
  for (const { id, page } of created.values()) {
    if (page.template)
      await workplace.services.db.updateTable("pages").set({ isTemplate: 1 }).where("id", "=", id).execute();
    if (page.trashed === undefined) continue;
    const ctx = workplace.contextOf(page.versions.at(-1)?.by ?? "", workplace.moment(page.trashed));
    await transact(ctx, (tx) => archiveRecordIn(tx, pages, ctx, { id }));
  }
}

/** Who looked at what; the first person has not seen what was written today. */
async function countVisits(
  workplace: Workplace,
  created: ReadonlyMap<string, Created>,
  readerId: string,
): Promise<void> {
  const { chance, people, services, today } = workplace;
  const everybody = [...people.values()];
  const views = new Map<string, { pageId: string; userId: string; day: string }>();
  const visits: { pageId: string; userId: string; seenAt: string }[] = [];
  for (const { id: pageId, page, times } of created.values()) {
    const isOpen = page.visibility === undefined || page.visibility === "team";
    const readers = isOpen ? everybody : everybody.filter(({ id, role }) => id === readerId || role === "maintainer");
    for (let count = 0; count < (page.views ?? 0); count += 1) {
      const userId = chance.pick(readers).id;
      const day = addDays(today, -chance.int(1, countedDays));
      views.set(`${pageId} ${userId} ${day}`, { pageId, userId, day });
    }
    const isFresh = (page.versions.at(-1)?.daysAgo ?? 0) < 0.2;
    const seenAt = (
      isFresh ? workplace.moment(3) : new Date(requireValue(times.at(-1)).getTime() + hourMs)
    ).toISOString();
    visits.push({ pageId, userId: readerId, seenAt });
  }
  const rows = [...views.values()];
  await transact(workplace.contextOf(nameOf(workplace, readerId), services.now()), async ({ db }) => {
    for (let from = 0; from < rows.length; from += 200)
      await db
        .insertInto("pageViews")
        .values(rows.slice(from, from + 200))
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    // Whoever has signed in already may have looked around.
    await db
      .insertInto("pageVisits")
      .values(visits)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    for (const [index, slug] of favourites.entries()) {
      const pageId = requireValue(created.get(slug)?.id);
      const createdAt = workplace.moment(40 - index).toISOString();
      await db
        .insertInto("pageFavourites")
        .values({ pageId, userId: readerId, createdAt })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    }
  });
}

const nameOf = ({ people }: Workplace, id: string) =>
  [...people.values()].find((person) => person.id === id)?.name ?? "";
