import { dayMs } from "../../contract/time/durations.ts";
import { createConnection } from "../../server/features/registrar-connections/commands.ts";
import type { SiteAnswer } from "./sites/site-pages.ts";
import type { Stage } from "./stage.ts";

/** What the registrar of the demo knows of an account of the sample agency. */
export interface RegistrarStock {
  domains: readonly { nameAce: string; since: string | null; renewsOn: string | null; isRenewed: boolean }[];
  zones: readonly string[];
}

/** The name under which it is asked; it speaks as AutoDNS does. */
export const registrarName = "api.domainkontor.example";
const keys = { user: "nordlicht-lesen", password: "nur-in-der-demo" };
const account = "Konto Stadtwerke";
const nameServers = ["ns1.nordlicht.example", "ns2.nordlicht.example"];
/** Registered there, and forgotten in the portal. */
const unknown = ["nordlicht-archiv.example", "foerdeblick-kiel.example"];

/** Connects an account with its registrar, which knows one domain less than the portal and two more. */
export async function connectRegistrar(stage: Stage): Promise<RegistrarStock> {
  const { db } = stage.services;
  const { id } = await db
    .selectFrom("registrarAccounts")
    .select("id")
    .where("title", "=", account)
    .executeTakeFirstOrThrow();
  stage.setClock(new Date(stage.present.getTime() - 90 * dayMs));
  const values = { ...keys, server: `https://${registrarName}` };
  const { id: connectionId } = await createConnection(stage.as("Jana Petersen"), {
    body: { service: "autodns", registrarAccountId: id, values },
  });
  stage.setClock(stage.present);
  await db
    .updateTable("registrarConnections")
    .set({ dueAt: stage.present.toISOString() })
    .where("id", "=", connectionId)
    .execute();
  const rows = await db
    .selectFrom("domains")
    .select(["nameAce", "registeredAt", "renewsAt", "renewDecision"])
    .where("registrarAccountId", "=", id)
    .where("archivedAt", "is", null)
    .orderBy("nameAce")
    .execute();
  const held = rows.slice(1).map(({ nameAce, registeredAt, renewsAt, renewDecision }) => ({
    nameAce,
    since: registeredAt,
    renewsOn: renewsAt,
    isRenewed: renewDecision !== "cancel",
  }));
  const forgotten = unknown.map((nameAce) => ({ nameAce, since: null, renewsOn: null, isRenewed: true }));
  return { domains: [...held, ...forgotten], zones: ["intern.nordlicht.example"] };
}

/** Answers as the documents of AutoDNS have it, everything on one page. */
export function answerOfRegistrar(
  { domains, zones }: RegistrarStock,
  { url, authorization }: { url: string; authorization: string | undefined },
): SiteAnswer {
  const answer = (status: number, body: object): SiteAnswer => ({
    status,
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  if (authorization !== `Basic ${btoa(`${keys.user}:${keys.password}`)}`)
    return answer(401, { status: { type: "ERROR", text: "Die Anmeldung ist fehlgeschlagen." } });
  const servers = nameServers.map((name) => ({ name }));
  const data = url.startsWith("/v1/zone/_search")
    ? zones.map((origin) => ({ origin, nameServers: servers }))
    : domains.map(({ nameAce, since, renewsOn, isRenewed }) => ({
        name: nameAce,
        created: since && `${since}T10:00:00.000+0200`,
        payable: renewsOn && `${renewsOn}T10:00:00.000+0200`,
        autoRenewStatus: isRenewed ? "TRUE" : "FALSE",
        registryStatus: "LOCK",
        nameServers: servers,
      }));
  return answer(200, { status: { code: "S0105", type: "SUCCESS" }, data });
}
