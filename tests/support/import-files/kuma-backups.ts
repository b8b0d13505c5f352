import Sqlite from "better-sqlite3";

/** The tables of Uptime Kuma 2.x (db/knex_init_db.js and the migrations after it), as SQLite has them. */
const schema = `
create table user (id integer primary key autoincrement, username varchar(255) not null, password varchar(255));
create table proxy (id integer primary key autoincrement, user_id integer not null, protocol varchar(10) not null,
  host varchar(255) not null, port smallint not null, auth boolean not null, username varchar(255), password varchar(255));
create table monitor (id integer primary key autoincrement, name varchar(150), active boolean not null default 1,
  user_id integer references user (id) on delete set null on update cascade, interval integer not null default 20, url text,
  restart_url text, type varchar(20), weight integer default 2000, hostname varchar(255), port integer,
  created_date datetime not null default current_timestamp, keyword varchar(255), maxretries integer not null default 0,
  ignore_tls boolean not null default 0, upside_down boolean not null default 0, maxredirects integer not null default 10,
  accepted_statuscodes_json text not null default '["200-299"]', dns_resolve_type varchar(5), dns_resolve_server varchar(255),
  dns_last_result varchar(255), retry_interval integer not null default 0, push_token varchar(20), method text not null default 'GET',
  body text, headers text, basic_auth_user text, basic_auth_pass text, docker_container varchar(255), proxy_id integer
  references proxy (id), expiry_notification boolean default 1, auth_method varchar(250), resend_interval integer not null default 0,
  packet_size integer not null default 56, game varchar(255), http_body_encoding varchar(25), description text, tls_ca text,
  tls_cert text, tls_key text, parent integer references monitor (id), invert_keyword boolean not null default 0, json_path text,
  expected_value varchar(255), kafka_producer_topic varchar(255), timeout double not null default 0, gamedig_given_port_only boolean
  default 1 not null, oauth_client_id text, conditions text not null default '[]', cache_bust boolean not null default 0);
create table tag (id integer primary key autoincrement, name varchar(255) not null, color varchar(255) not null,
  created_date datetime not null default current_timestamp);
create table monitor_tag (id integer primary key autoincrement, monitor_id integer not null references monitor (id),
  tag_id integer not null references tag (id), value text);
create table heartbeat (id integer primary key autoincrement, important boolean not null default 0, monitor_id integer not null,
  status smallint not null, msg text, time datetime not null, ping integer, duration integer not null default 0);
create index monitor_time_index on heartbeat (monitor_id, time);
create table maintenance (id integer primary key autoincrement, title varchar(150) not null, description text not null,
  active boolean not null default 1, strategy varchar(50) not null default 'single', start_date datetime, end_date datetime,
  start_time time, end_time time, weekdays varchar(250) default '[]', days_of_month text default '[]', interval_day integer,
  cron text, timezone varchar(255), duration integer);
create table monitor_maintenance (id integer primary key autoincrement, monitor_id integer not null, maintenance_id integer not null);
create table "group" (id integer primary key autoincrement, name varchar(255) not null, public boolean not null default 0,
  weight integer not null default 1000, status_page_id integer);
create table monitor_group (id integer primary key autoincrement, monitor_id integer not null, group_id integer not null,
  weight integer not null default 1000);
create table status_page (id integer primary key autoincrement, slug varchar(255) not null unique, title varchar(255) not null,
  icon varchar(255) not null, theme varchar(30) not null, published boolean not null default 1);
create table notification (id integer primary key autoincrement, name varchar(255), config text);
create table setting (id integer primary key autoincrement, key varchar(200) not null unique, value text);
`;

const content = `
insert into monitor (name, type, url, interval, timeout, method, accepted_statuscodes_json, keyword, tls_ca) values
  ('Bäckerei Meier', 'keyword', 'https://meier-backt.de/', 60, 20, 'GET', '["200-299","301"]', 'Brötchen', null),
  ('Shop Weber', 'http', 'https://shop.weber-holz.de/', 10, 0, 'HEAD', '["200-299"]', null, null),
  ('Schnittstelle', 'json-query', 'https://api.weber-holz.de/health', 120, 30, 'POST', '["200-299"]', null, null);
update monitor set headers = '{"Authorization":"Bearer geheim-77"}', json_path = 'status', expected_value = 'ok' where id = 3;
insert into monitor (name, type, hostname, port, interval, active) values ('web03', 'ping', 'web03.agentur-host.de', null, 60, 1),
  ('web03 SSH', 'port', 'WEB03.agentur-host.de', 22, 60, 1), ('Mail', 'port', '192.0.2.25', 25, 300, 0);
insert into monitor (name, type, push_token) values ('Sicherung nachts', 'push', 'tokengeheim88');
insert into monitor (name, type, docker_container) values ('db', 'docker', 'postgres');
insert into tag (name, color) values ('Kunde', '#fff'), ('Wichtig', '#f00');
insert into monitor_tag (monitor_id, tag_id, value) values (1, 1, 'Meier'), (1, 2, ''), (4, 2, null);
insert into maintenance (title, description, strategy) values ('Patchday', '', 'manual');
insert into status_page (slug, title, icon, theme) values ('leer', 'Ohne Monitor', '', 'auto'), ('meier', 'Meier', '', 'auto');
insert into "group" (name, status_page_id) values ('Alle', 2);
insert into monitor_group (monitor_id, group_id) values (1, 1), (2, 1);
insert into monitor_maintenance (monitor_id, maintenance_id) values (1, 1);
insert into notification (name, config) values ('Slack', '{"webhook":"https://hooks.slack.com/geheim-99"}');
insert into heartbeat (monitor_id, status, time) values (1, 1, '2026-01-01');
`;

/** A database of Uptime Kuma as it lies on a disk; `more` is run in it first. */
export function kumaDatabase(more = "", { isWal = false } = {}): Buffer {
  const db = new Sqlite(":memory:");
  // A stranger writes what he wants into a schema.
  db.unsafeMode();
  db.exec(schema + content + more);
  const bytes = db.serialize();
  db.close();
  if (isWal) bytes.fill(2, 18, 20);
  return bytes;
}

/** A backup of Uptime Kuma 1.23 in JSON. */
export const kumaBackup = (monitorList: readonly object[]) =>
  JSON.stringify({ version: "1.23.16", notificationList: [{ id: 1, name: "E-Mail" }], monitorList, proxyList: [] });
