import { type Kysely, sql } from "kysely";

/** Where links of wiki pages lead, what was there when somebody last looked, what was told of gaps, and how searches were typed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("page_links")
    .addColumn("page_id", "text", (column) => column.notNull().references("pages.id").onDelete("cascade"))
    .addColumn("url", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("page_links_key", ["page_id", "url"] as never[])
    .execute();
  await db.schema.createIndex("page_links_url").on("page_links").column("url").execute();
  await db.schema
    .createTable("link_checks")
    .addColumn("url", "text", (column) => column.primaryKey().notNull())
    .addColumn("state", "text", (column) => column.notNull())
    .addColumn("problem", "text")
    .addColumn("failures", "integer", (column) => column.notNull())
    .addColumn("checked_at", "text", (column) => column.notNull())
    .addColumn("due_at", "text", (column) => column.notNull())
    .addColumn("broken_since", "text")
    .execute();
  await db.schema.createIndex("link_checks_due_at").on("link_checks").column("due_at").execute();
  await db.schema
    .createTable("gap_reports")
    .addColumn("week", "text", (column) => column.primaryKey().notNull())
    .addColumn("told_at", "text", (column) => column.notNull())
    .execute();
  await db.schema.alterTable("page_misses").addColumn("words", "text").execute();

  const { rows } = await sql<{ id: string; content: string }>`
    select id, content_json as content from pages where content_json like '%http%'`.execute(db);
  for (const { id, content } of rows)
    for (const url of linksIn(JSON.parse(content)))
      await sql`insert into page_links (page_id, url) values (${id}, ${url})`.execute(db);
}

interface Part {
  content?: Part[];
  marks?: { type: string; attrs?: { href?: unknown } }[];
}

function linksIn(document: Part): Set<string> {
  const found = new Set<string>();
  const walk = ({ content = [], marks = [] }: Part) => {
    for (const { type, attrs } of marks) {
      const href = type === "link" && typeof attrs?.href === "string" ? attrs.href : "";
      if (/^https?:/i.test(href) && URL.canParse(href)) found.add(new URL(href).href.replace(/#.*$/s, ""));
    }
    for (const part of content) walk(part);
  };
  walk(document);
  return found;
}
