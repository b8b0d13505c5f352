import { isOneOf, parseOwnJson } from "../../../contract/narrowing.ts";
import { type SettingSection, settingSectionNames } from "../../../contract/settings/sections.ts";
import { dynamic } from "../../records/conditions/dynamic.ts";
import type { Services } from "../../trpc/context.ts";

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

interface SealedColumn {
  table: "webhooks" | "channels" | "registrarConnections" | "pushSubscriptions" | "checks" | "totpFactors";
  column: string;
  one: string;
  many: string;
}

const sealedColumns: readonly SealedColumn[] = [
  { table: "webhooks", column: "sealedSecret", one: "das Geheimnis eines Webhooks", many: "Geheimnisse von Webhooks" },
  { table: "channels", column: "sealedSecrets", one: "das Geheimnis eines Kanals", many: "Geheimnisse von Kanälen" },
  {
    table: "registrarConnections",
    column: "sealedSecrets",
    one: "der Zugang zu einem Registrar",
    many: "Zugänge zu Registraren",
  },
  {
    table: "pushSubscriptions",
    column: "sealedSubscription",
    one: "ein Gerät für Push-Nachrichten",
    many: "Geräte für Push-Nachrichten",
  },
  { table: "checks", column: "secret", one: "das Passwort einer Prüfung", many: "Passwörter von Prüfungen" },
  { table: "totpFactors", column: "sealedSecret", one: "eine Authenticator-App", many: "Authenticator-Apps" },
];

/** What the database holds sealed that this installation cannot open, in words; it has to be entered again. */
export async function findUnreadableSecrets({ db, vault }: Pick<Services, "db" | "vault">): Promise<string[]> {
  const isUnreadable = (sealed: string | null) => {
    try {
      if (sealed) vault.open(sealed);
      return false;
    } catch {
      return true;
    }
  };
  const settings = await db.selectFrom("settings").select(["section", "secretsJson"]).execute();
  const named = settings.flatMap(({ section, secretsJson }) =>
    Object.entries(parseOwnJson<Record<string, { sealed: string }>>(secretsJson)).flatMap(([field, { sealed }]) => {
      const label = labelOfSecret(section, field);
      return label !== undefined && isUnreadable(sealed) ? [label] : [];
    }),
  );
  const count = (sealed: readonly (string | null)[], one: string, many: string) => {
    const unreadable = sealed.filter(isUnreadable).length;
    return unreadable === 0 ? [] : [unreadable === 1 ? one : `${unreadable} ${many}`];
  };
  const counted: string[] = [];
  for (const { table, column, one, many } of sealedColumns) {
    const rows = await dynamic(db).selectFrom(table).select(column).where(column, "is not", null).execute();
    counted.push(
      ...count(
        rows.map((row) => row[column] as string),
        one,
        many,
      ),
    );
  }
  const mails = await db
    .selectFrom("mails")
    .select("contentJson")
    .where("state", "in", ["queued", "sending"])
    .where("contentJson", "not like", "{%")
    .execute();
  const waiting = mails.map(({ contentJson }) => contentJson);
  return [...named, ...counted, ...count(waiting, "eine wartende E-Mail", "wartende E-Mails")];
}
