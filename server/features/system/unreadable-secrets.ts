import { parseOwnJson } from "../../../contract/narrowing.ts";
import { secretSettings } from "../../../contract/settings/sections.ts";
import type { Services } from "../../trpc/context.ts";

const labels: Record<string, string> = {
  "mail.password": "das Passwort des Mail-Servers",
  "signIn.oidcClientSecret": "das Geheimnis des Anmelde-Anbieters",
};

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
    Object.entries(parseOwnJson<Record<string, { sealed: string }>>(secretsJson))
      .filter(([field, { sealed }]) => isKnown(section, field) && isUnreadable(sealed))
      .map(([field]) => labels[`${section}.${field}`] ?? `${section}.${field}`),
  );
  const count = (sealed: (string | null)[], one: string, many: string) => {
    const unreadable = sealed.filter(isUnreadable).length;
    return unreadable === 0 ? [] : [unreadable === 1 ? one : `${unreadable} ${many}`];
  };
  const webhooks = await db.selectFrom("webhooks").select("sealedSecret").execute();
  const channels = await db.selectFrom("channels").select("sealedSecrets").execute();
  const factors = await db.selectFrom("totpFactors").select("sealedSecret").execute();
  const mails = await db
    .selectFrom("mails")
    .select("contentJson")
    .where("state", "in", ["queued", "sending"])
    .where("contentJson", "not like", "{%")
    .execute();
  return [
    ...named,
    ...count(
      webhooks.map(({ sealedSecret }) => sealedSecret),
      "das Geheimnis eines Webhooks",
      "Geheimnisse von Webhooks",
    ),
    ...count(
      channels.map(({ sealedSecrets }) => sealedSecrets),
      "das Geheimnis eines Kanals",
      "Geheimnisse von Kanälen",
    ),
    ...count(
      factors.map(({ sealedSecret }) => sealedSecret),
      "eine Authenticator-App",
      "Authenticator-Apps",
    ),
    ...count(
      mails.map(({ contentJson }) => contentJson),
      "eine wartende E-Mail",
      "wartende E-Mails",
    ),
  ];
}

const isKnown = (section: string, field: string) =>
  Object.entries(secretSettings).some(([known, fields]) => known === section && fields.includes(field));
