import { similarityLabels } from "../../../../contract/customers/similarity-labels.ts";
import type { ImprintFacts } from "../../../../contract/discoveries/imprint.ts";
import { findCustomers } from "../matches.ts";
import { type OpenedPage, openPage } from "../open-page.ts";
import { type ReadSite, readSiteApart } from "../read-site.ts";
import { Missing, type RunStep, Skipped, type StepContext } from "./step.ts";

/** Where Impressum pages mostly are, for sites whose links only scripts write. */
const usual = ["/impressum", "/impressum/", "/impressum.html"];
const maxPages = 4;

/** Who says to run a site. */
export const imprint: RunStep<"imprint"> = async (context) => {
  if (!context.answers.reach) throw new Skipped("Ohne Antwort der Website nicht zu lesen.");
  const start = await context.page();
  if (start.status >= 400 || !start.html) throw new Skipped("Auf der Seite steht nichts, was sich lesen lässt.");
  const own = await read(context, start);
  const urls = own.imprintUrls.length > 0 ? own.imprintUrls : usual.map((path) => new URL(path, start.url).href);
  for (const url of [...new Set(urls)].slice(0, maxPages)) {
    const opened = await openPage(new URL(url), context).catch(() => undefined);
    context.signal.throwIfAborted();
    if (!opened || opened.status >= 400 || !opened.html) continue;
    const { facts } = await read(context, opened);
    if (saysWho(facts)) return { text: textOf(facts), answer: { url: opened.url.href, facts } };
  }
  if (saysWho(own.facts)) return { text: textOf(own.facts), answer: { url: start.url.href, facts: own.facts } };
  throw new Missing(
    own.imprintUrls.length > 0
      ? "Aus dem Impressum ließ sich weder Firma noch Anschrift lesen."
      : "Kein Impressum gefunden.",
  );
};

const read = ({ ctx }: StepContext, { html, url }: OpenedPage): Promise<ReadSite> =>
  readSiteApart(ctx.person.id, html, url.href);

const saysWho = ({ company, zip, vatId }: ImprintFacts) => company !== null && (zip !== null || vatId !== null);

function textOf({ company, zip, city }: ImprintFacts): string {
  return `${[company, [zip, city].filter(Boolean).join(" ")].filter(Boolean).join(", ")}.`;
}

/** Whether the site belongs to somebody who is a customer already. */
export const customer: RunStep<"customer"> = async ({ ctx, answers }) => {
  const { imprint: found, domain, reach } = answers;
  if (!found && !domain) throw new Skipped("Ohne Impressum und Domain gibt es keinen Vorschlag.");
  const matches = await findCustomers(ctx, { facts: found?.facts, url: reach?.url, domain: domain?.name });
  const [first] = matches;
  if (first)
    return {
      text: first.isSure
        ? `${first.label} (${similarityLabels[first.by]}).`
        : `Vielleicht ${first.label} (${similarityLabels[first.by]}).`,
      answer: { matches },
    };
  if (!found) throw new Skipped("Kein Impressum, kein Vorschlag.");
  return { text: `Neu: ${found.facts.company ?? ""}.`, answer: { matches } };
};
