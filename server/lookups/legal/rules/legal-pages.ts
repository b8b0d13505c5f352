import type { LegalSource } from "../../../../contract/legal/legal.ts";
import type { FoundLegalPage, GatheredSite, LegalPageKind } from "../gathered.ts";
import { isNamedIn } from "../names.ts";
import { isUnread } from "../read-page.ts";
import { type Found, foundAt, inapplicable, type LegalRule, nothing, type Outcome, unchecked } from "../rule.ts";

const imprintLaw: LegalSource = { text: "§ 5 DDG", url: "https://www.gesetze-im-internet.de/ddg/__5.html" };
const privacyLaw: LegalSource = {
  text: "Art. 13 DSGVO",
  url: "https://eur-lex.europa.eu/legal-content/DE/TXT/?uri=CELEX:32016R0679",
};
const names = { imprint: "Impressum", privacy: "Datenschutzerklärung" } as const;
/** With fewer characters a page says nothing that the law asks for. */
const emptyBelow = { imprint: 120, privacy: 600 } as const;
type Page = keyof typeof names;

const reachable = (kind: Page, source: LegalSource): LegalRule => ({
  id: `${kind}-reachable`,
  group: "pages",
  source,
  title: `${names[kind]}: in zwei Klicks`,
  advice: `„${kind === "imprint" ? "Impressum" : "Datenschutz"}“ gut lesbar auf jeder Seite verlinken, etwa im Fußbereich.`,
  judge: ({ url, legalPages }) => {
    const page = legalPages[kind];
    if (page.state === "unchecked") return unchecked(page.reason);
    if (page.state === "missing") {
      const text = `Auf der Startseite und ${page.lookedAt - 1} weiteren Seiten führt kein Link zu „${names[kind]}“.`;
      return { found: [foundAt(url, "bad", text)] };
    }
    if (page.state === "broken") {
      const text = `Der Link „${page.linkText}“ führt ins Leere: ${page.reason}`;
      return { found: [foundAt(page.from, "bad", text, { evidence: { links: [page.url] } })] };
    }
    return nothing;
  },
});

const hasContent = (kind: Page, source: LegalSource): LegalRule => ({
  id: `${kind}-content`,
  group: "pages",
  source,
  title: `${names[kind]}: Inhalt`,
  advice: "Den Text einsetzen; lädt er erst durch ein Skript nach, ist er ohne Einwilligung vielleicht nicht zu lesen.",
  judge: (site) =>
    onPage(site, kind, ({ page }) => {
      const { length } = page.facts.text.replace(/\s+/g, "");
      if (length >= emptyBelow[kind]) return nothing;
      const text = `Die Seite hat nur ${length} Zeichen Text.`;
      return { found: [foundAt(page.url, "warn", text, { evidence: quote(page.facts.text) })] };
    }),
});

const namesCustomer = (kind: Page, source: LegalSource): LegalRule => ({
  id: `${kind}-names-customer`,
  group: "pages",
  source,
  title: `${names[kind]}: Name des Kunden`,
  advice: "Prüfen, ob Name und Rechtsform stimmen; vielleicht heißt der Kunde im Portal anders als im Register.",
  judge: (site) => {
    const { customerName } = site;
    if (!customerName) return inapplicable("Der Website ist kein Kunde zugeordnet.");
    return onPage(site, kind, ({ page }) => {
      if (isNamedIn(customerName, page.facts.text)) return nothing;
      const text = `„${customerName}“ kommt im Text nicht vor.`;
      return { found: [foundAt(page.url, "warn", text, { evidence: quote(page.facts.text) })] };
    });
  },
});

const quote = (text: string) => ({ quotes: [text.replace(/\s+/g, " ").trim().slice(0, 300)].filter(Boolean) });

type ReadLegalPage = Extract<FoundLegalPage, { state: "read" }>;
function onPage(site: GatheredSite, kind: LegalPageKind, judge: (page: ReadLegalPage) => Outcome): Outcome {
  const page = site.legalPages[kind];
  if (page.state === "unchecked") return unchecked(page.reason);
  if (page.state !== "read") return inapplicable("Die Seite wurde nicht gefunden.");
  return isUnread(page.page) ? unchecked(scripted) : judge(page);
}

const scripted = "Die Seite entsteht erst durch Skripte, und gelesen wird sie ohne Browser.";

/** Ways to reach somebody fast that § 5 (1) no. 2 DDG asks for. */
const contact: LegalRule = {
  id: "imprint-contact",
  group: "pages",
  source: { text: "§ 5 Abs. 1 Nr. 2 DDG", url: "https://www.gesetze-im-internet.de/ddg/__5.html" },
  title: "Impressum: E-Mail-Adresse",
  advice: "Eine E-Mail-Adresse als Text angeben; ein Formular allein genügt nicht.",
  judge: (site) =>
    onPage(site, "imprint", ({ page }) => {
      const { text, links } = page.facts;
      const isThere =
        links.some(({ url }) => url.startsWith("mailto:")) || /[^\s@]@[^\s@]|\((at|ät)\)|\[at\]/i.test(text);
      return isThere ? nothing : { found: [foundAt(page.url, "warn", "Es ist keine E-Mail-Adresse zu finden.")] };
    }),
};

interface OldLaw {
  id: string;
  title: string;
  pattern: RegExp;
  /** Whether what the pattern hits is the law, by what stands around it. */
  isMeant?(before: string, after: string): boolean;
  text: string;
  source: LegalSource;
  advice: string;
}

/** Words and numerals that stand between a paragraph sign and the law. */
const citationPart =
  /^(?:\d{1,4}[a-z]?|[ivx]{1,5}|[a-z]|abs|absatz|satz|s|nr|nummer|ziff|ziffer|lit|alt|hs|ff|und|bis|sowie|oder|u|des)$/i;
const citingPhrase =
  /(?:^|[^\p{L}])(?:gemäß|gemäss|gemaess|gem\.?|nach|laut|lt\.?|des|dem|das|im|vom|zum|aus|i\.?\s?s\.?\s?(?:d|v)\.?)\s{0,3}$/iu;
const companySuffix = /^\s{0,3}(?:&|\+|(?:gmbh|mbh|ag|kg|ug|se|ohg|gbr|ek|ev|e\.\s?[kv]|gruppe|group|holding|team)\b)/i;

/** „TMG“ may be a company: the law stands behind a paragraph or a preposition, or before a paragraph. */
function isTmgMeant(before: string, after: string): boolean {
  const paragraph = before.lastIndexOf("§");
  const between = before.slice(paragraph + 1).match(/[\p{L}\p{N}]+/gu) ?? [];
  if (paragraph >= 0 && /^\d/.test(between[0] ?? "") && between.every((word) => citationPart.test(word))) return true;
  if (companySuffix.test(after)) return false;
  return citingPhrase.test(before) || /^\s{0,3}§/.test(after);
}

const ddg: LegalSource = {
  text: "Art. 37 Gesetz zur Durchführung des DSA; DDG in Kraft seit 14.05.2024",
  url: "https://www.gesetze-im-internet.de/ddg/",
};
const oldLaws: readonly OldLaw[] = [
  {
    id: "outdated-tmg",
    title: "Telemediengesetz (TMG) genannt",
    source: ddg,
    pattern: /(?<![\p{L}-])TMG(?![\p{L}-])|Telemediengesetz/gu,
    isMeant: isTmgMeant,
    text: "Das Telemediengesetz ist seit dem 14.05.2024 durch das Digitale-Dienste-Gesetz (DDG) ersetzt.",
    advice: "„§ 5 TMG“ durch „§ 5 DDG“ ersetzen oder den Paragrafen ganz weglassen.",
  },
  {
    id: "outdated-ttdsg",
    title: "TTDSG genannt",
    pattern: /\bTTDSG\b|Telekommunikation-Telemedien-Datenschutz-?Gesetz/g,
    text: "Das TTDSG heißt seit dem 14.05.2024 Telekommunikation-Digitale-Dienste-Datenschutz-Gesetz (TDDDG).",
    source: { text: "TDDDG", url: "https://www.gesetze-im-internet.de/ttdsg/" },
    advice: "„TTDSG“ durch „TDDDG“ ersetzen; die Paragrafen sind gleich geblieben.",
  },
  {
    id: "outdated-rstv",
    title: "Rundfunkstaatsvertrag genannt",
    pattern: /\bRStV\b|Rundfunkstaatsvertrag/g,
    text: "Der Rundfunkstaatsvertrag ist seit dem 07.11.2020 durch den Medienstaatsvertrag ersetzt.",
    source: {
      text: "§ 18 Abs. 2 MStV",
      url: "https://www.die-medienanstalten.de/service/rechtsgrundlagen/medienstaatsvertrag",
    },
    advice: "„§ 55 Abs. 2 RStV“ durch „§ 18 Abs. 2 MStV“ ersetzen, wo es journalistische Inhalte gibt.",
  },
  {
    id: "outdated-odr",
    title: "Verweis auf die OS-Plattform der EU",
    pattern: /ec\.europa\.eu\/(consumers\/odr|odr)|OS-Plattform|Online-Streitbeilegung/g,
    text: "Die Plattform zur Online-Streitbeilegung wurde am 20.07.2025 eingestellt.",
    source: {
      text: "Verordnung (EU) 2024/3228",
      url: "https://eur-lex.europa.eu/legal-content/DE/TXT/?uri=CELEX:32024R3228",
    },
    advice: "Den Absatz und den Link entfernen.",
  },
];

/** What explains that a law used to have that name. */
const past = /(früher|vormals|ehemals|bisher|damals|ersetzt|abgelöst|außer Kraft|eingestellt)/i;

const outdated = ({ pattern, isMeant, text, ...law }: OldLaw): LegalRule => ({
  ...law,
  group: "pages",
  judge: ({ legalPages }) => {
    const { imprint, privacy } = legalPages;
    const read = [imprint, privacy].flatMap((page) => (page.state === "read" ? [page.page] : []));
    const pages = read.filter((page) => !isUnread(page));
    const found = [...new Map(pages.map((page) => [page.url, page])).values()].flatMap(({ url, facts }): Found[] => {
      const quotes = quotesOf(facts.text, { pattern, isMeant });
      return quotes.length > 0 ? [foundAt(url, "warn", text, { part: url, evidence: { quotes } })] : [];
    });
    const missing = [imprint, privacy].find(({ state }) => state === "unchecked");
    if (missing?.state === "unchecked") return { found, unchecked: missing.reason };
    if (pages.length < read.length) return { found, unchecked: scripted };
    return pages.length > 0 ? { found } : inapplicable("Weder Impressum noch Datenschutzerklärung wurde gefunden.");
  },
});

function quotesOf(text: string, { pattern, isMeant = () => true }: Pick<OldLaw, "pattern" | "isMeant">): string[] {
  const quotes: string[] = [];
  for (const { index, 0: hit } of text.matchAll(pattern)) {
    const after = text.slice(index + hit.length, index + hit.length + 60);
    if (hit === "TMG" && !isMeant(text.slice(Math.max(0, index - 60), index), after)) continue;
    const around = text.slice(Math.max(0, index - 60), index + hit.length + 60).replace(/\s+/g, " ");
    if (!past.test(around)) quotes.push(`… ${around.trim()} …`);
    if (quotes.length === 5) break;
  }
  return quotes;
}

export const legalPageRules: readonly LegalRule[] = [
  reachable("imprint", imprintLaw),
  hasContent("imprint", imprintLaw),
  namesCustomer("imprint", imprintLaw),
  contact,
  reachable("privacy", privacyLaw),
  hasContent("privacy", privacyLaw),
  namesCustomer("privacy", privacyLaw),
  ...oldLaws.map(outdated),
];
