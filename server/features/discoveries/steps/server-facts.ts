import { networks } from "../../../../contract/addresses/addresses.ts";
import { certificateLevels } from "../../../../contract/checks/certificate-levels.ts";
import { checkConfigs } from "../../../../contract/checks/configs.ts";
import { judgeMail } from "../../../../contract/dns/mail.ts";
import { formatCalendarDate } from "../../../../contract/time/calendar-date.ts";
import { portalDate } from "../../../../contract/time/today.ts";
import { registrableDomain, toUnicodeDomain } from "../../../../contract/values/domain-name.ts";
import { openNetworkOwners } from "../../../checks/network-owners.ts";
import { probeTls } from "../../../checks/probes/tls.ts";
import { newId } from "../../../db/new-id.ts";
import { takeSnapshot } from "../../../lookups/dns/snapshot.ts";
import { readMailFacts } from "../../../lookups/mail/mail-facts.ts";
import { orAborted, resolveAllowed } from "../../../outbound/guarded-connect.ts";
import { findDomain, hostText, readHosts } from "../matches.ts";
import { cdnByHeaders, urlOf } from "./reach.ts";
import { Missing, type RunStep, Skipped, type StepContext } from "./step.ts";

const tlsMs = 10_000;
const mailMs = 25_000;

/** Where the site is reached, or where somebody has said it is. */
const siteUrl = ({ typed, answers }: StepContext): URL => (answers.reach ? new URL(answers.reach.url) : urlOf(typed));

/** The registrable domain of a site. */
export const domain: RunStep<"domain"> = async (context) => {
  const name = domainOf(context);
  const known = await findDomain(context.ctx.db, name);
  const shown = toUnicodeDomain(name);
  return {
    text: known ? `${shown} ist angelegt.` : `${shown} wird mit angelegt.`,
    answer: { name, known: known ?? null },
  };
};

function domainOf(context: StepContext): string {
  const name = registrableDomain(siteUrl(context).hostname);
  if (!name) throw new Skipped("Unter dieser Adresse steht keine eigene Domain.");
  return name;
}

let ownerOf: ReturnType<typeof openNetworkOwners> | undefined;

/** Which of the kept hosts a site is on, unless a network stands before it that hides that. */
export const host: RunStep<"host"> = async (context) => {
  const { tools, allowedNetworks, signal, answers, ctx } = context;
  const name = siteUrl(context).hostname;
  const guard = { allowedNetworks, resolveName: tools.resolveName };
  const reached = (await resolveAllowed(name, guard, signal)).map(({ address }) => address);
  const ips = (await publishedAddresses(context, name)) ?? reached;
  ownerOf ??= openNetworkOwners();
  const owners = ips.map(ownerOf).flatMap((owner) => (owner && networks[owner].isCdn ? networks[owner].label : []));
  const cdn = owners[0] ?? (answers.reach ? cdnByHeaders(await context.page()) : undefined) ?? null;
  if (cdn)
    return {
      text: `Hinter CDN (${cdn}): welcher Server dahinter steht, ist nicht zu sehen.`,
      answer: { ips, cdn, matches: [] },
    };
  const matches = (await readHosts(ctx.db, ips))(ips);
  return { text: hostText(ips, matches), answer: { ips, cdn, matches } };
};

/** What the name's own servers say, by which websites are matched with hosts later on; undefined where nobody can be asked. */
async function publishedAddresses({ tools, allowedNetworks, signal }: StepContext, name: string) {
  const dns = tools.openDns?.(allowedNetworks);
  const found = dns && (await orAborted(dns.addressesOf(name), signal).catch(() => []));
  signal.throwIfAborted();
  return found && found.length > 0 ? found : undefined;
}

/** The certificate that a site shows, valid or not. */
export const certificate: RunStep<"certificate"> = async (context) => {
  const { tools, allowedNetworks, signal, answers, ctx } = context;
  const url = siteUrl(context);
  if (answers.reach && url.protocol === "http:")
    throw new Missing("Kein Zertifikat: Die Website antwortet nur ohne HTTPS.");
  const config = checkConfigs.tls.parse({ host: url.hostname, port: Number(url.port) || 443 });
  const found = await probeTls(
    { id: newId(), kind: "tls", target: { type: "website", id: newId() }, config, secret: null, timeoutMs: tlsMs },
    { allowedNetworks, resolver: { resolveName: tools.resolveName }, signal, now: ctx.now },
  );
  signal.throwIfAborted();
  const { certificate: facts, certificateLevel: level = "good" } = found;
  if (!facts) throw new Missing(sentence(found.text ?? "Kein Zertifikat zu sehen"));
  const until = formatCalendarDate(portalDate(new Date(facts.validTo)));
  const problem = found.outcome === "ok" ? "" : ` ${sentence(found.text ?? certificateLevels[level])}`;
  return {
    text: `${facts.issuer}, gültig bis ${until}.${problem}`,
    answer: { issuer: facts.issuer, validTo: facts.validTo, level },
  };
};

const sentence = (text: string) => (/[.!?]$/.test(text) ? text : `${text}.`);

/** How well the mail of a site's domain is protected. */
export const mail: RunStep<"mail"> = async (context) => {
  const { tools, allowedNetworks, signal } = context;
  const name = domainOf(context);
  if (!tools.openDns) throw new Skipped("Dieses Portal fragt das DNS nicht ab.");
  const dns = tools.openDns(allowedNetworks);
  const look = async () => {
    const snapshot = await takeSnapshot(dns, name, []);
    if (snapshot.state !== "delegated") throw new Missing("Die Domain ist im DNS nicht delegiert.");
    return judgeMail(name, snapshot, await readMailFacts(dns, name, snapshot));
  };
  const { grade, hasMail } = await orAborted(look(), AbortSignal.any([signal, AbortSignal.timeout(mailMs)]));
  const what = hasMail ? "" : ", empfängt keine E-Mails";
  return { text: `Note ${grade}${what}.`, answer: { grade } };
};
