import type { Announcement } from "../../contract/channels/announcements.ts";
import type { ChannelServiceName } from "../../contract/channels/channels.ts";
import { systemContext, transact } from "../../server/db/transact.ts";
import type { Api } from "../../server/features/router.ts";
import { announceToTeam } from "../../server/notifications/announce.ts";
import type { Office } from "./office.ts";
import { chatToken, telegramToken } from "./servers/chat-services.ts";

/** What each service needs to know to reach a server of the tests. */
export const valuesFor = (service: ChannelServiceName, url: string): Record<string, string> =>
  ({
    slack: { token: chatToken, channel: "C0123ABCD", server: url },
    slackWebhook: { url: `${url}/hook` },
    teams: { url: `${url}/hook` },
    mattermost: { server: url, token: chatToken, channel: "abcdefghijklmnopqrstuvwxyz" },
    mattermostWebhook: { url: `${url}/hook` },
    matrix: { server: `${url}/`, token: chatToken, room: "!raum:agentur.example" },
    telegram: { token: telegramToken, chat: "-100200300", server: url },
    ntfy: { server: url, topic: "agentur-7fk2", token: chatToken },
    gotify: { server: url, token: chatToken },
  })[service];

/** An admin of an office that may reach this machine. */
export async function adminOf(office: Office): Promise<Api> {
  const admin = await office.as(await office.hire({ role: "admin" }));
  const allowedNetworks = ["127.0.0.0/8"];
  await admin.setting.update({ section: "network", values: { allowedNetworks }, secrets: {}, version: 0 });
  return admin;
}

/** Announces something to the team, as an incident does. */
export function announce(office: Pick<Office, "services">, announcement: Partial<Announcement> = {}): Promise<void> {
  return transact(systemContext(office.services), (tx) =>
    announceToTeam(tx, {
      topicKey: "incident:1",
      state: "open",
      category: "incident",
      severity: "critical",
      title: "web03 antwortet nicht",
      text: "3 Websites sind betroffen.",
      facts: [{ label: "Kunde", value: "Bäckerei <Meier> & Söhne" }],
      link: "/incidents/1",
      customerIds: [],
      ...announcement,
    }),
  );
}
