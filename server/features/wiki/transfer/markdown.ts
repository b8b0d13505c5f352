import { mentionName } from "../../../../contract/document/mentions.ts";
import type { RecordBody } from "../../../../contract/records/rows.ts";
import { notFound, Problem } from "../../../problem.ts";
import type { Written } from "../../../records/commands.ts";
import { inThreadQueue } from "../../../thread-queue.ts";
import type { PersonContext } from "../../../trpc/context.ts";
import { pageAccess } from "../access/page-access.ts";
import { readMarkdownApart } from "../formats/transfer-thread.ts";
import { readPage } from "../reading/read-page.ts";
import { createPage } from "../tree/create-pages.ts";
import { writeMarkdownOf } from "./written-page.ts";

export interface PageMarkdown {
  id: string;
  title: string;
  markdown: string;
  html: string;
  contentVersion: number;
}

/** What a page says, as Markdown that can be sent back and as HTML. Throws not_found. */
export async function readMarkdown(ctx: PersonContext, { id }: { id: string }): Promise<PageMarkdown> {
  const { row, html, references, contentVersion } = await readPage(ctx, { id });
  const { contentJson } = await ctx.db
    .selectFrom("pages")
    .select("contentJson")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  const labels = new Map(references.map((reference) => [mentionName(reference), reference.label ?? ""]));
  const markdown = await writeMarkdownOf(ctx.person.id, contentJson, { labels });
  return { id, title: row.title, markdown, html, contentVersion };
}

interface Writing {
  id: string;
  markdown: string;
  contentVersion?: number | undefined;
}

/** Makes Markdown the content of a page; what others type meanwhile elsewhere in it survives. */
export async function writeMarkdown(
  ctx: PersonContext,
  { id, markdown, contentVersion }: Writing,
): Promise<{ id: string; contentVersion: number }> {
  const access = await pageAccess(ctx.db, ctx.person, id);
  if (!access) throw notFound();
  if (access !== "edit") throw new Problem("precondition", { message: "Diese Seite lässt sich nicht bearbeiten." });
  const { contentJson } = await readInTurn(ctx, markdown);
  await ctx.pageRooms.materialise(id);
  const known = await versionOf(ctx, id);
  if (contentVersion !== undefined && contentVersion !== known)
    throw new Problem("conflict", { message: "Die Seite wurde inzwischen geändert. Lies sie erneut." });
  await ctx.pageRooms.write(id, ctx.person.id, contentJson, ctx.alongside);
  return { id, contentVersion: await versionOf(ctx, id) };
}

const readInTurn = ({ person }: PersonContext, markdown: string) =>
  inThreadQueue({ userId: person.id }, () => readMarkdownApart(markdown));

async function versionOf({ db }: PersonContext, id: string): Promise<number> {
  const row = await db.selectFrom("pages").select("contentVersion").where("id", "=", id).executeTakeFirst();
  return row?.contentVersion ?? 0;
}

interface NewPage {
  body: RecordBody;
  parentId?: string | null | undefined;
  templateId?: string | undefined;
  markdown?: string | undefined;
}

/** Creates a page that says what the Markdown says; without any, what its template holds. */
export async function createMarkdownPage(ctx: PersonContext, { markdown, ...page }: NewPage): Promise<Written> {
  const content = markdown === undefined ? undefined : await readInTurn(ctx, markdown);
  return createPage(ctx, { ...page, content });
}
