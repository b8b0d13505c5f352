import type { CreateTableBuilder, Kysely } from "kysely";

/** Names of columns by what they hold, between spaces. Lists are JSON text, dates and times text, money whole cents. */
interface Columns {
  /** Text that is never empty. */
  required?: string;
  text?: string;
  lists?: string;
  integers?: string;
  /** Flags and counters: whole numbers that begin at 0. */
  zeros?: string;
  /** Column → table that the row cannot be without, and goes with. */
  parents?: Readonly<Record<string, string>>;
  /** Column → table that the row cannot be without, and keeps from going. */
  needs?: Readonly<Record<string, string>>;
  /** Column → table, empty when the other row goes. */
  refs?: Readonly<Record<string, string>>;
}

const split = (names = "") => names.split(/\s+/).filter(Boolean);
const entries = (references = {}) => Object.entries<string>(references);

function withColumns(table: CreateTableBuilder<string, string>, columns: Columns) {
  let built = table;
  for (const name of split(columns.required)) built = built.addColumn(name, "text", (column) => column.notNull());
  for (const name of split(columns.text)) built = built.addColumn(name, "text");
  for (const name of split(columns.integers)) built = built.addColumn(name, "integer");
  for (const name of split(columns.lists))
    built = built.addColumn(name, "text", (column) => column.notNull().defaultTo("[]"));
  for (const name of split(columns.zeros))
    built = built.addColumn(name, "integer", (column) => column.notNull().defaultTo(0));
  for (const [name, other] of entries(columns.parents))
    built = built.addColumn(name, "text", (column) => column.notNull().references(`${other}.id`).onDelete("cascade"));
  for (const [name, other] of entries(columns.needs))
    built = built.addColumn(name, "text", (column) => column.notNull().references(`${other}.id`).onDelete("restrict"));
  for (const [name, other] of entries(columns.refs))
    built = built.addColumn(name, "text", (column) => column.references(`${other}.id`).onDelete("set null"));
  return built;
}

function tableWithId(db: Kysely<unknown>, name: string, columns: Columns) {
  const table = db.schema.createTable(name).addColumn("id", "text", (column) => column.primaryKey().notNull());
  return withColumns(table, columns);
}

/** A table that needs no id, because its rows are told apart by what they join. */
async function createKeyed(db: Kysely<unknown>, name: string, keys: string, columns: Columns): Promise<void> {
  await withColumns(db.schema.createTable(name), columns)
    .addPrimaryKeyConstraint(`${name}_key`, split(keys) as never[])
    .execute();
}

async function createRecords(db: Kysely<unknown>, name: string, columns: Columns): Promise<void> {
  await tableWithId(db, name, { required: "created_at updated_at title sort_title", text: "archived_at" })
    .addColumn("version", "integer", (column) => column.notNull().defaultTo(1))
    .addColumn("created_by_id", "text", (column) => column.references("users.id"))
    .addColumn("updated_by_id", "text", (column) => column.references("users.id"))
    .$call((table) => withColumns(table, columns))
    .execute();
  await createIndex(db, name, "list", "archived_at sort_title id");
  for (const [column] of [...entries(columns.parents), ...entries(columns.needs), ...entries(columns.refs)])
    await createIndex(db, name, column, column);
}

async function createIndex(db: Kysely<unknown>, table: string, name: string, columns: string): Promise<void> {
  await db.schema.createIndex(`${table}_${name}`).on(table).columns(split(columns)).execute();
}

/** No two active rows hold the same; empty values are never the same. */
async function keepUnique(db: Kysely<unknown>, table: string, columns: string): Promise<void> {
  await db.schema
    .createIndex(`${table}_one_${split(columns).join("_")}`)
    .unique()
    .on(table)
    .columns(split(columns))
    .where("archived_at" as never, "is", null)
    .execute();
}

export async function up(db: Kysely<unknown>): Promise<void> {
  await createLookups(db);
  await createCustomers(db);
  await createInventory(db);
  await createMemberships(db);
  await createMovements(db);
  await createLists(db);
  await createImports(db);
  await db.schema.alterTable("changes").addColumn("version", "integer").execute();
  await createIndex(db, "changes", "at", "at");
}

async function createLookups(db: Kysely<unknown>): Promise<void> {
  await createRecords(db, "tags", { required: "name", text: "color" });
  await createRecords(db, "providers", {
    required: "name",
    text: `website customer_no support_phone support_email status_page_url
      avv_signed_at avv_version sub_processors_url notes`,
  });
  await createRecords(db, "registrars", {
    required: "name",
    text: "website customer_no support_phone support_email notes",
  });
  await createRecords(db, "registrar_accounts", {
    required: "name",
    text: "customer_no username credentials_ref notes",
    integers: "default_period_months default_notice_days",
    needs: { registrar_id: "registrars" },
  });
  await createRecords(db, "device_categories", {
    required: "name",
    text: "accept_text",
    integers: "default_warranty_months default_audit_months",
    zeros: "needs_serial",
  });
  await createRecords(db, "locations", { required: "name kind", text: "address notes" });
  for (const table of ["tags", "providers", "registrars", "device_categories", "locations"])
    await keepUnique(db, table, "name");
  await keepUnique(db, "registrar_accounts", "registrar_id name");
}

async function createCustomers(db: Kysely<unknown>): Promise<void> {
  await createRecords(db, "customers", {
    required: "number name kind status",
    text: `legal_form register_court register_no vat_id tax_no
      billing_street billing_zip billing_city billing_country visit_street visit_zip visit_city visit_country
      email phone website invoice_email leitweg_id sla_level color
      avv_status avv_signed_at avv_version avv_review_at tom_version
      source since last_contact_at retention_until notes`,
    integers: "hourly_rate_cents included_minutes",
    lists: "sub_processors",
    refs: { responsible_user_id: "users" },
  });
  await keepUnique(db, "customers", "number");
  await createIndex(db, "customers", "number", "number");

  await createRecords(db, "contacts", {
    required: "last_name",
    text: "salutation first_name email phone mobile position language left_at notes",
    lists: "roles",
    zeros: "is_primary",
    parents: { customer_id: "customers" },
  });
  await db.schema
    .alterTable("customers")
    .addColumn("data_officer_id", "text", (column) => column.references("contacts.id").onDelete("set null"))
    .execute();
  await createIndex(db, "customers", "data_officer_id", "data_officer_id");

  await createRecords(db, "contracts", {
    required: "number kind status start_at",
    text: "end_at cancel_by cycle indexation notes",
    integers: "min_term_months period_months notice_days price_cents",
    zeros: "auto_renew",
    parents: { customer_id: "customers" },
    refs: { responsible_user_id: "users" },
  });
}

async function createInventory(db: Kysely<unknown>): Promise<void> {
  await createRecords(db, "websites", {
    required: "name url kind lifecycle",
    text: `staging_url admin_url repo_url analytics_url cms cms_version php_version sla_level
      backup_tool backup_target backup_last_at credentials_ref
      imprint_url privacy_url accessibility_url cookie_tool legal_checked_at launched_at shutdown_at notes`,
    refs: { customer_id: "customers", responsible_user_id: "users" },
  });
  await keepUnique(db, "websites", "url");

  await createRecords(db, "domains", {
    required: "name name_ace tld ownership purpose renew_decision",
    text: `holder_type holder_name holder_email holder_phone last_holder_reminder_at redirect_target
      registered_at renews_at cancel_by auth_code_requested_at auth_code_valid_until
      nis2_status nis2_requested_at nis2_deadline_at nis2_verified_at nis2_method nis2_note notes`,
    integers: "notice_days period_months cost_cents price_cents",
    lists: "nameservers",
    zeros: "auto_renew dnssec",
    refs: {
      customer_id: "customers",
      registrar_account_id: "registrar_accounts",
      dns_provider_id: "providers",
      responsible_user_id: "users",
    },
  });
  await keepUnique(db, "domains", "name_ace");

  await createRecords(db, "hosts", {
    required: "name kind lifecycle",
    text: `hostname country data_center os os_version panel contract_no billing start_at renews_at cancel_by
      panel_url ssh_host credentials_ref backup_what backup_where backup_cadence backup_retention
      backup_last_ok_at backup_last_restore_test_at avv_signed_at avv_version sub_processors_url
      support_phone support_email emergency_note notes`,
    integers:
      "cpu_cores ram_mb disk_gb traffic_tb max_sites max_mailboxes cost_cents period_months notice_days ssh_port",
    lists: "ips php_versions",
    zeros: "shared",
    needs: { provider_id: "providers" },
    refs: { customer_id: "customers", responsible_user_id: "users" },
  });
  await keepUnique(db, "hosts", "hostname");

  await createRecords(db, "devices", {
    required: "asset_tag name status ownership",
    text: `manufacturer model model_no serial imei hostname os condition assigned_at expected_return_at
      purchased_at supplier order_no invoice_no warranty_until leasing_end_at
      encrypted last_backup_at next_audit_at last_audit_at notes`,
    integers: "price_cents warranty_months useful_life_months",
    lists: "macs accessories",
    zeros: "mdm",
    needs: { category_id: "device_categories", location_id: "locations" },
    refs: {
      assigned_user_id: "users",
      assigned_customer_id: "customers",
      assigned_location_id: "locations",
      assigned_device_id: "devices",
      responsible_user_id: "users",
    },
  });
  await keepUnique(db, "devices", "asset_tag");
  await keepUnique(db, "devices", "manufacturer serial");
  await createIndex(db, "devices", "asset_tag", "asset_tag");

  await createRecords(db, "contract_items", {
    required: "label",
    integers: "quantity unit_price_cents cost_cents",
    parents: { contract_id: "contracts" },
    refs: { website_id: "websites", domain_id: "domains", host_id: "hosts", device_id: "devices" },
  });
}

async function createMemberships(db: Kysely<unknown>): Promise<void> {
  await createKeyed(db, "record_tags", "record_type record_id tag_id", {
    required: "record_type record_id",
    parents: { tag_id: "tags" },
  });
  await createIndex(db, "record_tags", "tag", "tag_id record_type record_id");
  await createKeyed(db, "website_domains", "website_id domain_id", {
    required: "role",
    parents: { website_id: "websites", domain_id: "domains" },
  });
  await createIndex(db, "website_domains", "domain", "domain_id website_id");
  await createKeyed(db, "website_hosts", "website_id host_id role", {
    required: "role",
    parents: { website_id: "websites", host_id: "hosts" },
  });
  await createIndex(db, "website_hosts", "host", "host_id website_id");
}

async function createMovements(db: Kysely<unknown>): Promise<void> {
  await tableWithId(db, "device_movements", {
    required: "kind at",
    text: "from_type from_id from_label to_type to_id to_label condition note expected_return_at",
    lists: "accessories",
    parents: { device_id: "devices" },
    refs: { by_user_id: "users" },
  }).execute();
  await createIndex(db, "device_movements", "device", "device_id at");
}

async function createLists(db: Kysely<unknown>): Promise<void> {
  await tableWithId(db, "saved_views", {
    required: "record_type name scope state_json created_at updated_at",
    parents: { owner_id: "users" },
  })
    .addColumn("version", "integer", (column) => column.notNull().defaultTo(1))
    .execute();
  await createIndex(db, "saved_views", "type", "record_type scope owner_id");
  await createKeyed(db, "number_ranges", "name", { required: "name", zeros: "next" });

  await createKeyed(db, "recent_records", "user_id record_type record_id", {
    required: "record_type record_id at",
    parents: { user_id: "users" },
  });
  await createIndex(db, "recent_records", "at", "user_id at");
}

async function createImports(db: Kysely<unknown>): Promise<void> {
  await tableWithId(db, "imports", {
    required: "record_type state filename file_kind created_at reading_json columns_json preview_json settings_json",
    text: "file_key preset problem started_at finished_at undone_at",
    lists: "sheets_json missing_json",
    integers: "header_row",
    zeros: `total_rows is_loaded position done_rows created_count updated_count unchanged_count skipped_count
      failed_count undone_count conflict_count`,
    refs: { created_by_id: "users", started_by_id: "users" },
  }).execute();
  await createIndex(db, "imports", "created", "created_at");
  await createIndex(db, "imports", "state", "state");
  await createKeyed(db, "import_rows", "import_id row_number", {
    required: "cells_json",
    text: "title result problems_json changes_json record_id writes_json undo undo_note",
    zeros: "row_number",
    parents: { import_id: "imports" },
  });
  await createIndex(db, "import_rows", "result", "import_id result row_number");
  await tableWithId(db, "import_mappings", {
    required: "record_type name headings_json settings_json created_at",
    parents: { owner_id: "users" },
  }).execute();
  await createIndex(db, "import_mappings", "type", "record_type name");
}
