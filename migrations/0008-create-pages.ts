import { type CreateTableBuilder, type Kysely, sql } from "kysely";

/** The pages of the wiki. A page that is deleted for good takes nothing with it: what lies below is moved up first. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createPages(db);
  await createRevisions(db);
  await createReferences(db);
  await createReaders(db);
}

async function createPages(db: Kysely<unknown>): Promise<void> {
  const index = (name: string, columns: string[]) => db.schema.createIndex(name).on("pages").columns(columns).execute();
  await db.schema
    .createTable("pages")
    .addColumn("id", "text", (column) => column.primaryKey().notNull())
    .addColumn("created_at", "text", (column) => column.notNull())
    .addColumn("updated_at", "text", (column) => column.notNull())
    .addColumn("title", "text", (column) => column.notNull())
    .addColumn("sort_title", "text", (column) => column.notNull())
    .addColumn("archived_at", "text")
    .addColumn("version", "integer", (column) => column.notNull().defaultTo(1))
    .addColumn("created_by_id", "text", (column) => column.references("users.id"))
    .addColumn("updated_by_id", "text", (column) => column.references("users.id"))
    .addColumn("icon", "text")
    .addColumn("status", "text", (column) => column.notNull().defaultTo("draft"))
    .addColumn("parent_id", "text", (column) => column.references("pages.id").onDelete("restrict"))
    .addColumn("position", "text", (column) => column.notNull())
    .addColumn("visibility", "text", (column) => column.notNull().defaultTo("team"))
    .addColumn("maintainers_only", "integer", (column) => column.notNull().defaultTo(0))
    .addColumn("private_to_id", "text", (column) => column.references("users.id").onDelete("restrict"))
    .addColumn("responsible_user_id", "text", (column) => column.references("users.id").onDelete("set null"))
    .addColumn("review_every_months", "integer")
    .addColumn("review_at", "text")
    .addColumn("review_told_for", "text")
    .addColumn("last_reviewed_at", "text")
    .addColumn("last_reviewed_by_id", "text", (column) => column.references("users.id").onDelete("set null"))
    .addColumn("is_template", "integer", (column) => column.notNull().defaultTo(0))
    .addColumn("content_json", "text", (column) => column.notNull())
    .addColumn("content_version", "integer", (column) => column.notNull().defaultTo(0))
    .addColumn("heading_text", "text", (column) => column.notNull().defaultTo(""))
    .addColumn("content_text", "text", (column) => column.notNull().defaultTo(""))
    .addColumn("attachment_text", "text", (column) => column.notNull().defaultTo(""))
    .execute();
  // A page is wide: its readers stand in what lists and totals walk along, so that they need not look at it.
  const readers = ["maintainers_only", "private_to_id"] as const;
  await index("pages_list", ["archived_at", "sort_title", "id", ...readers]);
  await index("pages_updated_at", ["archived_at", "updated_at", "id", "sort_title", "is_template", ...readers]);
  await db.schema
    .createIndex("pages_place")
    .unique()
    .on("pages")
    .expression(sql`coalesce(parent_id, ''), position`)
    .execute();
  await index("pages_children", ["parent_id", "archived_at", "is_template", "position"]);
  await sql`create index pages_template on pages (archived_at, sort_title, id) where is_template = 1`.execute(db);
  await index("pages_created_by_id", ["created_by_id", "status"]);
  await index("pages_responsible_user_id", ["responsible_user_id", "archived_at", "status", "review_at"]);
  await index("pages_review_at", ["review_at"]);
}

async function createRevisions(db: Kysely<unknown>): Promise<void> {
  await ofPage(db.schema.createTable("page_revisions"))
    .addColumn("no", "integer", (column) => column.notNull())
    .addColumn("title", "text", (column) => column.notNull())
    .addColumn("content_json", "text", (column) => column.notNull())
    .addColumn("author_id", "text", (column) => column.references("users.id").onDelete("set null"))
    .addColumn("contributors_json", "text", (column) => column.notNull().defaultTo("[]"))
    .addColumn("started_at", "text", (column) => column.notNull())
    .addColumn("saved_at", "text", (column) => column.notNull())
    .addColumn("summary", "text")
    .addColumn("size", "integer", (column) => column.notNull())
    .addColumn("restored_from", "integer")
    .addColumn("is_closed", "integer", (column) => column.notNull().defaultTo(0))
    .addPrimaryKeyConstraint("page_revisions_key", ["page_id", "no"])
    .execute();
  await db.schema.createIndex("page_revisions_author_id").on("page_revisions").columns(["author_id"]).execute();
}

async function createReferences(db: Kysely<unknown>): Promise<void> {
  await ofPage(db.schema.createTable("page_references"))
    .addColumn("kind", "text", (column) => column.notNull())
    .addColumn("target_id", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("page_references_key", ["page_id", "kind", "target_id"])
    .execute();
  await db.schema
    .createIndex("page_references_target")
    .on("page_references")
    .columns(["target_id", "kind", "page_id"])
    .execute();
  await ofPerson(ofPage(db.schema.createTable("page_mentions_told")))
    .addPrimaryKeyConstraint("page_mentions_told_key", ["page_id", "user_id"])
    .execute();
}

async function createReaders(db: Kysely<unknown>): Promise<void> {
  await ofPerson(ofPage(db.schema.createTable("page_views")))
    .addColumn("day", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("page_views_key", ["page_id", "day", "user_id"])
    .execute();
  await db.schema.createIndex("page_views_day").on("page_views").columns(["day", "page_id"]).execute();
  await ofPerson(ofPage(db.schema.createTable("page_visits")))
    .addColumn("seen_at", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("page_visits_key", ["user_id", "page_id"])
    .execute();
  await ofPerson(ofPage(db.schema.createTable("page_favourites")))
    .addColumn("created_at", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("page_favourites_key", ["user_id", "page_id"])
    .execute();
  await db.schema
    .createTable("page_misses")
    .addColumn("query", "text", (column) => column.primaryKey().notNull())
    .addColumn("times", "integer", (column) => column.notNull())
    .addColumn("last_at", "text", (column) => column.notNull())
    .execute();
}

const ofPage = <Name extends string>(table: CreateTableBuilder<Name>) =>
  table.addColumn("page_id", "text", (column) => column.notNull().references("pages.id").onDelete("cascade"));

const ofPerson = <Name extends string, Column extends string>(table: CreateTableBuilder<Name, Column>) =>
  table.addColumn("user_id", "text", (column) => column.notNull().references("users.id").onDelete("cascade"));
