import { brokenPageLabels } from "../../../../contract/checks/broken-pages.ts";
import { isKeyOf } from "../../../../contract/narrowing.ts";
import { registrableDomain, toUnicodeDomain } from "../../../../contract/values/domain-name.ts";
import { readUrl } from "../../../../contract/values/url.ts";
import { OutboundProblem } from "../../../outbound/outbound-problem.ts";
import { loadOwnRules } from "../../technologies/own-rules.ts";
import { detectedIn } from "../../technologies/software.ts";
import { type OpenedPage, openPage, type PageContext } from "../open-page.ts";
import { readSiteApart, readTechnologiesApart } from "../read-site.ts";
import { Missing, type RunStep, Skipped, type StepContext } from "./step.ts";

/** Where a site is reached, and what it calls itself. */
export const reach: RunStep<"reach"> = async ({ ctx, typed, page }) => {
  const opened = await page();
  const { url, status, html, address, headers } = opened;
  const { title, broken } = html ? await readSiteApart(ctx.person.id, html, url.href) : { title: "", broken: null };
  const canonical = canonicalUrl(typed, url);
  const parts = [
    status < 400 ? "Erreichbar" : `Erreichbar, antwortet aber mit HTTP-Status ${status}`,
    ...(movedFrom(typed, url) ? [`leitet weiter auf ${toUnicodeDomain(url.hostname)}`] : []),
    ...(url.protocol === "http:" ? ["ohne HTTPS"] : []),
    ...(broken && isKeyOf(brokenPageLabels, broken) ? [brokenPageLabels[broken]] : []),
  ];
  const server = headers.server;
  return {
    text: `${parts.join(", ")}.`,
    answer: {
      url: canonical,
      // An error page, or what a server shows before there is a site, tells nothing of the site.
      title: status < 400 && !broken ? title : "",
      status,
      ips: [address].filter(Boolean),
      serverHint: cdnByHeaders(opened) ?? (typeof server === "string" ? server.slice(0, 60) : null),
      ...(broken && { broken }),
    },
  };
};

/** What the start page is built of, as far as it tells. */
export const technologies: RunStep<"technologies"> = async (context) => {
  const { ctx, answers, page } = context;
  if (!answers.reach) throw new Skipped("Ohne Antwort der Website nicht zu erkennen.");
  const { url, html, headers } = await page();
  const facts = { url: url.href, html, headers: { ...headers } };
  const ownRules = await loadOwnRules(ctx.db);
  const first = await readTechnologiesApart(ctx.person.id, facts, ownRules);
  const probes = await probe(context, url, first.probes);
  const isTold = Object.keys(probes).length > 0;
  const { technologies: found } = isTold
    ? await readTechnologiesApart(ctx.person.id, { ...facts, probes }, ownRules)
    : first;
  const { cms, cmsVersion = null, phpVersion = null } = detectedIn(found);
  const system = cms ? { name: cms, version: cmsVersion } : null;
  const names = found.toSorted((one, other) => other.confidence - one.confidence).map(({ name }) => name);
  if (!system && names.length === 0) throw new Skipped("Nichts erkannt.");
  const shown = system ? [system.name, system.version].filter(Boolean).join(" ") : "Kein System erkannt";
  const rest = names.filter((name) => name !== system?.name).slice(0, 4);
  return {
    text: `${[shown, ...rest].join(", ")}.`,
    answer: {
      system,
      php: phpVersion,
      names: names.slice(0, maxNames),
    },
  };
};

const maxNames = 40;
/** For all paths of a site together. */
const probeMs = 8000;

/** What stands under paths that may tell a version; what does not answer in time is left out. */
async function probe(context: StepContext, base: URL, paths: readonly string[]): Promise<Record<string, string>> {
  const signal = AbortSignal.any([context.signal, AbortSignal.timeout(probeMs)]);
  const read = async (path: string) => {
    const opened = await openPage(new URL(path, base), { ...context, signal }, /html|text|xml/i).catch(() => undefined);
    return opened?.status === 200 && opened.html ? [[path, opened.html] as const] : [];
  };
  const found = await Promise.all(paths.map(read));
  context.signal.throwIfAborted();
  return Object.fromEntries(found.flat());
}

/** Opens what somebody has entered: by https first where they have not said how, and with `www.` where only that is known. */
export async function openTyped(typed: string, context: PageContext): Promise<OpenedPage> {
  const first = urlOf(typed);
  const attempts = [first];
  if (!/^https?:\/\//i.test(typed.trim())) attempts.push(withProtocol(first, "http:"));
  let failure: unknown;
  for (const url of attempts) {
    try {
      return await openPage(url, context);
    } catch (error) {
      failure ??= error;
      if (!(error instanceof OutboundProblem)) throw error;
      if (error.code === "dnsNotFound") return openWithWww(first, context, error);
      if (error.code === "blockedNetwork" || error.code === "dnsFailed") throw error;
    }
  }
  throw failure;
}

async function openWithWww(url: URL, context: PageContext, failure: OutboundProblem): Promise<OpenedPage> {
  if (registrableDomain(url.hostname) !== url.hostname) throw failure;
  const longer = new URL(url);
  longer.hostname = `www.${url.hostname}`;
  return openPage(longer, context).catch(() => {
    throw failure;
  });
}

/** The URL that somebody means; throws Missing where it is none. */
export function urlOf(typed: string): URL {
  const reading = readUrl(typed);
  if ("problem" in reading) throw new Missing("Das ist keine Adresse einer Website.");
  return new URL(reading.value);
}

function withProtocol(url: URL, protocol: string): URL {
  const other = new URL(url);
  other.protocol = protocol;
  return other;
}

/** A start page is meant with its origin alone, wherever a site leads its visitors first. */
function canonicalUrl(typed: string, reached: URL): string {
  const asked = urlOf(typed);
  if (asked.pathname === "/" && !asked.search) return reached.origin;
  return reached.pathname === "/" ? reached.origin : `${reached.origin}${reached.pathname}`;
}

const movedFrom = (typed: string, url: URL) =>
  registrableDomain(urlOf(typed).hostname) !== registrableDomain(url.hostname);

const cdnHeaders: readonly (readonly [string, RegExp, string])[] = [
  ["cf-ray", /./, "Cloudflare"],
  ["x-amz-cf-id", /./, "Amazon CloudFront"],
  ["x-served-by", /^cache-/i, "Fastly"],
  ["server", /^bunnycdn/i, "bunny.net"],
  ["server", /^(?:akamai|ecs |ecacc)/i, "Akamai"],
  ["x-akamai-transformed", /./, "Akamai"],
  ["server", /^cdn77/i, "CDN77"],
  ["server", /^keycdn/i, "KeyCDN"],
  ["x-sucuri-id", /./, "Sucuri"],
  ["x-cdn", /imperva|incapsula/i, "Imperva"],
];

/** The content delivery network that has answered in place of the site's own server; undefined where none says so. */
export function cdnByHeaders({ headers }: Pick<OpenedPage, "headers">): string | undefined {
  return cdnHeaders.find(([name, value]) => {
    const given = headers[name];
    return typeof given === "string" && value.test(given);
  })?.[2];
}
