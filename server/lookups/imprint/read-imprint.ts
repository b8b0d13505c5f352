import type { ImprintFacts } from "../../../contract/discoveries/imprint.ts";
import { registrableDomain } from "../../../contract/values/domain-name.ts";
import { readEmail } from "../../../contract/values/email.ts";
import {
  countryIn,
  courtIn,
  isStreet,
  legalFormIn,
  mailsIn,
  normalPhone,
  phoneIn,
  readLocality,
  registerNoIn,
  vatIdIn,
} from "./parts.ts";
import type { LinkedContact, ReadHtml } from "./read-html.ts";
import { readMachineData } from "./read-machine-data.ts";

const nothing: ImprintFacts = {
  company: null,
  legalForm: null,
  represented: null,
  street: null,
  zip: null,
  city: null,
  country: null,
  registerCourt: null,
  registerNo: null,
  vatId: null,
  email: null,
  phone: null,
};

/** Where the details of who runs the site begin. */
const anchor =
  /angaben (?:gem|nach|zum)|§\s?\d+\s?(?:abs\.? ?\d )?(?:ddg|tmg|ecg|mstv|mdstv|rstv|ugb)|diensteanbieter|dienstanbieter|^(?:anbieter|betreiber|herausgeber|impressum|imprint|legal notice|anschrift|kontakt|firma|medieninhaber|verantwortlich für)/i;
/** Whose details follow from here is somebody else. */
const others =
  /webdesign|web-?agentur|\bdesign(?:\s(?:by|von)\b|\s?:)|web(?:site|seite) (?:by|von)\b|made (?:by|with)\b|erstellt (?:durch|von)\b|umsetzung|realisierung|realisation|technische|programmierung|gestaltung|konzept(?:ion)?\b|hosting|datenschutzbeauftragt|aufsichtsbehörde|zuständige kammer|kammer:|streitbeilegung|schlichtung|verbraucherschlichtung|haftpflicht|versicherung|bildnachweis|bildrechte|fotos?:|jugendschutz|redaktion|haftung/i;
/** A line that is a label or a heading, no name. */
const label =
  /^(?:impressum|imprint|legal notice|anbieterkennzeichnung|kontakt|anschrift|adresse|postanschrift|sitz|hausanschrift|angaben.*|(?:dienst)?e?anbieter.*:|betreiber.*:|firmenname|firma|name|inhaber(?:in)?|vertreten durch|geschäftsführ.{0,12}|straße|str\.|plz.{0,6}|ort|home|start(?:seite)?|menü|menu|navigation)\s?:?$/i;
const representing =
  /(?:vertreten durch(?: den| die| das)?|vertretungsberechtigt\S{0,6}|geschäftsführ(?:er|ung|erin|ende\S{0,3}|er\*in|er:in)|inhaber(?:in)?|vorstand|vorsitzende[r]?|komplementär(?:in)?|managing director)[^:]{0,40}(?::|$)\s?(.{0,160})/i;

const maxWalk = 6;

/** What a page says about who runs it, as far as it can be told; what a person has to look at again before it is kept. */
export function readImprint(page: ReadHtml, siteUrl: string): ImprintFacts {
  const segments = page.lines.flatMap((line, at) => toSegments(line).map((text) => ({ text, at })));
  const lines = joinLabels(segments.map(({ text }) => text));
  const address = findAddress(lines);
  const hint = countryOf(siteUrl);
  const country = address?.locality.country ?? hint ?? null;
  const foreign = foreignLines(lines, address?.at);
  const own = lines.filter((_, at) => !foreign[at]);
  // A link is the site's own where neither its line nor the one before is about others: that of an icon is in no line.
  const foreignAt = page.lines.map(() => false);
  segments.forEach(({ at }, index) => {
    foreignAt[at] ||= foreign[index] ?? false;
  });
  const isOwn = ({ line }: LinkedContact) => !(foreignAt[line] || foreignAt[line - 1]);
  const represented = findRepresented(own);
  const company =
    labelled(own, /^(?:firmen(?:name|bezeichnung)|firma|unternehmen|name des unternehmens)\s?:/i) ??
    address?.company ??
    namedCompany(own);
  const text = {
    company: company ?? represented ?? null,
    represented: represented ?? null,
    street: address?.street ?? null,
    zip: address?.locality.zip ?? null,
    city: address?.locality.city ?? null,
    country: address ? country : null,
    registerCourt: first(own, courtIn) ?? null,
    registerNo: first(own, registerNoIn) ?? null,
    vatId: first(own, vatIdIn) ?? null,
    email:
      chooseMail([...own.flatMap(mailsIn), ...readMails(page.mails.filter(isOwn))], siteUrl) ??
      [...lines.flatMap(mailsIn), ...readMails(page.mails)].find((mail) => isUnderDomainOf(siteUrl, mail)) ??
      null,
    phone:
      first(own, (line) => phoneIn(line, country)) ??
      first(page.phones.filter(isOwn), ({ value }) => normalPhone(value, country)) ??
      null,
  };
  const data = readMachineData(page.data);
  const facts = { ...nothing, ...data, ...withoutNull(text) };
  // An address is one thing: half of it from here and half from there would be nobody's.
  if (!address) return { ...facts, legalForm: formOf(facts.company) };
  return {
    ...facts,
    street: text.street,
    zip: text.zip,
    city: text.city,
    country: text.country,
    legalForm: formOf(facts.company),
  };
}

const formOf = (company: string | null) => (company && legalFormIn(company)) || null;
const withoutNull = (facts: Partial<ImprintFacts>) =>
  Object.fromEntries(Object.entries(facts).filter(([, value]) => value));

function first<Line, Found>(lines: readonly Line[], find: (line: Line) => Found | undefined): Found | undefined {
  for (const line of lines) {
    const found = find(line);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Parts of a line that stand for themselves: „Amsel GmbH, Rheinstr. 5, 55411 Bingen“. */
function toSegments(line: string): string[] {
  return line
    .split(
      /\s?[|•·●‧▪]\s?|\s[–—]\s|,\s(?=(?:[A-Z]{1,2}-)?\d{4,5}\s\p{L})|,\s(?=\p{L}[^,]{2,60}\s\d{1,4}\s?[a-z]?(?:,|$))/u,
    )
    .map((part) => part.trim().replace(/[,;]$/, ""))
    .filter(Boolean);
}

/** Numbers whose label is the cell before them. */
const labelOnly = /^(?:tel|telefon|fon|phone|mobil|telefax|fax|e-?mail|mail)(?:nummer)?\s?[.:]{0,2}$/i;

function joinLabels(lines: readonly string[]): string[] {
  return lines.map((line, at) => {
    const before = lines[at - 1];
    return before !== undefined && labelOnly.test(before) ? `${before} ${line}` : line;
  });
}

interface FoundAddress {
  at: number;
  locality: NonNullable<ReturnType<typeof readLocality>>;
  street: string | undefined;
  company: string | undefined;
}

/** The best of all addresses of a page: behind the words that announce it, and not behind those that announce others. */
function findAddress(lines: readonly string[]): FoundAddress | undefined {
  let best: (FoundAddress & { score: number }) | undefined;
  let anchored = -100;
  let foreign = -100;
  lines.forEach((line, at) => {
    if (anchor.test(line)) anchored = at;
    if (others.test(line)) foreign = at;
    const locality = readLocality(line.replace(/^(?:plz.{0,8}ort|anschrift|adresse|sitz)\s?:\s?/i, ""));
    if (!locality) return;
    const before = lines.slice(Math.max(0, at - maxWalk), at);
    const streetAt = before.findLastIndex(isStreet);
    const street =
      streetAt < 0 || streetAt < before.length - 2
        ? undefined
        : before[streetAt]?.replace(/^(?:straße|anschrift|adresse|sitz)\s?:\s?/i, "");
    const country = locality.country ?? countryIn(lines[at + 1] ?? "");
    const company = companyAbove(before.slice(0, street === undefined ? before.length : streetAt));
    const isForeign = foreign > anchored && at - foreign < 12;
    const score =
      (street ? 3 : 0) +
      (company ? 2 : 0) +
      (company && legalFormIn(company) ? 1 : 0) +
      (at - anchored < 12 ? 2 : 0) -
      (isForeign ? 6 : 0);
    if (score >= 2 && (!best || score > best.score))
      best = { at, locality: { ...locality, country }, street, company, score };
  });
  return best;
}

/** The name above a street: the line with a legal form, or the first below the last heading. */
function companyAbove(before: readonly string[]): string | undefined {
  const start = before.findLastIndex((line) => isHeading(line)) + 1;
  const names = before.slice(start).map(withoutLabel).filter(looksLikeName);
  return names.find((name) => legalFormIn(name)) ?? names[0];
}

const isHeading = (line: string) => label.test(line) || (anchor.test(line) && !legalFormIn(line)) || line.length > 150;

function withoutLabel(line: string): string {
  return line.replace(
    /^(?:firmen(?:name|bezeichnung)|firma|name|anbieter(?:in)?|betreiber(?:in)?|herausgeber(?:in)?|medieninhaber(?:in)?)\s?:\s?/i,
    "",
  );
}

function looksLikeName(line: string): boolean {
  if (line.length < 3 || line.length > 150 || !/\p{L}{2}/u.test(line)) return false;
  if (/^(?:inhaber|vertreten|geschäftsführ|tel|fon|fax|mobil|e-?mail|web|www\.|https?:|c\/o|z\.\s?hd)/i.test(line))
    return false;
  return !mailsIn(line).length && !(line.endsWith(".") && line.split(" ").length > 6) && !label.test(line);
}

/** A name with a legal form that stands near the announcing words, where no address leads to it. */
function namedCompany(lines: readonly string[]): string | undefined {
  const from = lines.findIndex((line) => anchor.test(line));
  return lines
    .slice(Math.max(0, from), Math.max(0, from) + 12)
    .map(withoutLabel)
    .find((line) => line.length <= 100 && looksLikeName(line) && legalFormIn(line) !== undefined && !others.test(line));
}

function labelled(lines: readonly string[], name: RegExp): string | undefined {
  const line = lines.find((each) => name.test(each));
  const value = line?.slice(line.indexOf(":") + 1).trim();
  return value && looksLikeName(value) ? value : undefined;
}

function findRepresented(lines: readonly string[]): string | undefined {
  for (const [at, line] of lines.entries()) {
    const found = representing.exec(line);
    if (!found) continue;
    const name = cleanPerson(found[1] ?? "") ?? cleanPerson(lines[at + 1] ?? "");
    if (name) return name;
  }
  return undefined;
}

const person =
  /^(?:(?:Herrn?|Frau|Dr\.|Prof\.|Dipl\.-\S{1,12}|den|die)\s){0,3}\p{Lu}[\p{L}.'-]{1,30}(?:\s(?:von|van|de|zu|\p{Lu}[\p{L}.'-]{0,30})){1,3}/u;

function cleanPerson(text: string): string | undefined {
  const bare = text.replace(/^(?:den |die |das )?(?:geschäftsführ\S{0,6}|vorstand|inhaber(?:in)?)\s?:?\s?/i, "").trim();
  const found = person.exec(bare)?.[0].replace(/^(?:Herrn?|Frau)\s/, "");
  return found && !legalFormIn(found) ? found : undefined;
}

/**
 * Which lines are about others. Behind the site's own address everything is from the first words that announce them;
 * before it, what stands between such words and those that announce the site's own.
 */
function foreignLines(lines: readonly string[], addressAt = 0): boolean[] {
  let isForeign = false;
  return lines.map((line, at) => {
    if (at <= addressAt && (anchor.test(line) || at === addressAt)) isForeign = false;
    else if (line.length < 90 && others.test(line)) isForeign = true;
    return isForeign;
  });
}

function readMails(mails: readonly LinkedContact[]): string[] {
  return mails.flatMap(({ value }) => {
    const reading = readEmail(value);
    return "value" in reading ? [reading.value] : [];
  });
}

/** Whether a mail address lies under the registrable domain of a site. */
export function isUnderDomainOf(siteUrl: string, mail: string): boolean {
  const domain = registrableDomain(siteUrl);
  return domain !== undefined && registrableDomain(mail.slice(mail.indexOf("@") + 1)) === domain;
}

/** An address under the site's own domain before any other. */
function chooseMail(mails: readonly string[], siteUrl: string): string | undefined {
  return mails.find((mail) => isUnderDomainOf(siteUrl, mail)) ?? mails[0];
}

function countryOf(siteUrl: string): string | undefined {
  const ending = URL.canParse(siteUrl) ? new URL(siteUrl).hostname.split(".").at(-1) : undefined;
  return ending && { at: "AT", ch: "CH", li: "LI", de: "DE" }[ending];
}
