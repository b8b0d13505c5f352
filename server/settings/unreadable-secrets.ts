import { sql } from "kysely";
import { isOneOf, parseOwnJson } from "../../contract/narrowing.ts";
import { type SettingSection, settingSectionNames } from "../../contract/settings/sections.ts";
import type { Db } from "../db/connection.ts";
import { listTextColumns, type TextColumn } from "../db/rewrite-texts.ts";
import { sealedTexts, type Vault } from "../vault.ts";

interface Sealed {
  db: Db;
  vault: Vault;
  now?: () => Date;
}

type Labels = { [Section in SettingSection]?: Readonly<Record<string, string>> };

const labels: Labels = {
  mail: { password: "das Passwort des Mail-Servers" },
  dmarcMailbox: { password: "das Passwort des DMARC-Postfachs" },
  technologies: { wordfenceKey: "der Schlüssel für Wordfence Intelligence" },
  signIn: { oidcClientSecret: "das Geheimnis des Anmelde-Anbieters" },
  backup: {
    s3SecretAccessKey: "der geheime Schlüssel des S3-Speichers für Backups",
    sftpPassword: "das SFTP-Passwort für Backups",
    sftpPrivateKey: "der private SFTP-Schlüssel für Backups",
    webdavPassword: "das WebDAV-Passwort für Backups",
  },
};

/** What a secret of the settings is called; undefined where the portal keeps none under this name. */
export const labelOfSecret = (section: string, field: string): string | undefined =>
  isOneOf(settingSectionNames, section) ? labels[section]?.[field] : undefined;

/** One, and many of a kind; in the order in which they are named. */
const kinds: Readonly<Record<string, readonly [one: string, many: string]>> = {
  "webhooks.sealed_secret": ["das Geheimnis eines Webhooks", "Geheimnisse von Webhooks"],
  "webhooks.former_secret": ["das vorige Geheimnis eines Webhooks", "vorige Geheimnisse von Webhooks"],
  "channels.sealed_secrets": ["das Geheimnis eines Kanals", "Geheimnisse von Kanälen"],
  "registrar_connections.sealed_secrets": ["der Zugang zu einem Registrar", "Zugänge zu Registraren"],
  "site_reporters.sealed_secret": ["der Schlüssel eines Plugins in WordPress", "Schlüssel von Plugins in WordPress"],
  "push_subscriptions.sealed_subscription": ["ein Gerät für Push-Nachrichten", "Geräte für Push-Nachrichten"],
  "push_keys.sealed_private_key": ["der Schlüssel für Push-Nachrichten", "Schlüssel für Push-Nachrichten"],
  "checks.secret": ["das Passwort einer Prüfung", "Passwörter von Prüfungen"],
  "check_settings.secret": ["das Passwort einer Überwachung", "Passwörter von Überwachungen"],
  "totp_factors.sealed_secret": ["eine Authenticator-App", "Authenticator-Apps"],
};
const namedKinds = Object.keys(kinds);

/** Columns are called by what they hold: what a later version seals is found without being listed here. */
const holdsSecrets = ({ column }: TextColumn) => /(?:^|_)(?:sealed|secrets?)(?:_|$)/.test(column);

/** Settings are named field by field. */
const settingsColumn = "settings.secrets_json";

/** What the database holds sealed that this installation cannot open, in words; it has to be entered again. */
export async function findUnreadableSecrets({ db, vault, now = () => new Date() }: Sealed): Promise<string[]> {
  const isUnreadable = (sealed: string) => {
    try {
      vault.open(sealed);
      return false;
    } catch {
      return true;
    }
  };
  const countIn = (texts: readonly string[]) =>
    texts.flatMap((text) => text.match(sealedTexts) ?? []).filter(isUnreadable).length;
  const word = (count: number, [one, many]: readonly [string, string]) =>
    count === 0 ? [] : [count === 1 ? one : `${count} ${many}`];

  const settings = await db.selectFrom("settings").select(["section", "secretsJson"]).execute();
  const found = settings.flatMap(({ section, secretsJson }) =>
    Object.entries(parseOwnJson<Record<string, { sealed: string }>>(secretsJson)).flatMap(([field, { sealed }]) =>
      isUnreadable(sealed)
        ? [labelOfSecret(section, field) ?? `ein Geheimnis der Einstellungen (${section}.${field})`]
        : [],
    ),
  );
  const nameOf = ({ table, column }: TextColumn) => `${table}.${column}`;
  const columns = (await listTextColumns(db)).filter((each) => holdsSecrets(each) && nameOf(each) !== settingsColumn);
  const place = (each: TextColumn) => {
    const index = namedKinds.indexOf(nameOf(each));
    return index === -1 ? namedKinds.length : index;
  };
  for (const { table, column } of columns.toSorted((one, other) => place(one) - place(other))) {
    const name = nameOf({ table, column });
    // After their time, nobody checks anything by them, and nobody can enter them again.
    const counts = column === "former_secret" ? sql`former_until > ${now().toISOString()}` : sql`1 = 1`;
    const { rows } = await sql<{ sealed: string }>`
      select ${sql.ref(column)} as sealed from ${sql.table(table)}
      where ${sql.ref(column)} like 'v1.%' and ${counts}`.execute(db);
    const kind = kinds[name] ?? [`ein Geheimnis (${name})`, `Geheimnisse (${name})`];
    found.push(...word(countIn(rows.map(({ sealed }) => sealed)), kind));
  }
  const mails = await db
    .selectFrom("mails")
    .select("contentJson")
    .where("state", "in", ["queued", "sending"])
    .where("contentJson", "not like", "{%")
    .execute();
  const waiting = mails.filter(({ contentJson }) => contentJson && isUnreadable(contentJson)).length;
  return [...found, ...word(waiting, ["eine wartende E-Mail", "wartende E-Mails"])];
}
