import type { LegalLevel } from "../../../../contract/legal/legal.ts";
import type { AxeViolation, GatheredSite } from "../gathered.ts";
import { foundAt, inapplicable, type LegalRule, nothing, unchecked, withBrowser } from "../rule.ts";

const levels: Readonly<Record<NonNullable<AxeViolation["impact"]>, LegalLevel>> = {
  critical: "bad",
  serious: "warn",
  moderate: "info",
  minor: "info",
};
const impacts = { critical: "kritisch", serious: "schwer", moderate: "mittel", minor: "leicht" } as const;

const statement: LegalRule = {
  id: "accessibility-statement",
  group: "accessibility",
  title: "Erklärung zur Barrierefreiheit",
  source: {
    text: "§ 14 BFSG mit Anlage 3, anzuwenden seit 28.06.2025",
    url: "https://www.gesetze-im-internet.de/bfsg/__14.html",
  },
  advice:
    "Für Shops und Dienste für Verbraucher beschreiben, wie die Anforderungen erfüllt werden; Kleinstunternehmen, die Dienstleistungen anbieten, sind ausgenommen.",
  judge: (site) => {
    const why = whyItApplies(site);
    if (!why) return inapplicable("Weder Shop noch Bestellung oder Buchung erkannt.");
    const page = site.legalPages.accessibility;
    if (page.state === "unchecked") return unchecked(page.reason);
    if (page.state === "read") return nothing;
    const text =
      page.state === "broken"
        ? `Der Link „${page.linkText}“ führt ins Leere: ${page.reason}`
        : `${why}, aber kein Link führt zu einer Erklärung zur Barrierefreiheit.`;
    return { found: [foundAt(site.url, site.kind === "shop" ? "bad" : "warn", text)] };
  },
};

const selling = /\/(warenkorb|cart|checkout|kasse|basket|buchen|booking|reservieren)(\/|\?|$|\.)/i;

/** Selling and booking are services in electronic commerce, whoever does it. */
function whyItApplies({ kind, pages }: GatheredSite): string | undefined {
  if (kind === "shop") return "Die Website ist ein Shop";
  const link = pages.flatMap(({ facts }) => facts.links).find(({ url }) => selling.test(url));
  return link ? "Hier lässt sich bestellen oder buchen" : undefined;
}

const barriers: LegalRule = {
  id: "axe",
  group: "accessibility",
  title: "Automatisch erkennbare Barrieren (axe)",
  source: { text: "WCAG 2.2, EN 301 549; § 3 BFSG", url: "https://www.w3.org/TR/WCAG22/" },
  advice: "Die genannten Stellen beheben. Automatisch ist nur ein Teil aller Barrieren zu erkennen.",
  judge: (site) =>
    withBrowser(site, ({ url, axe }) => {
      if ("unavailable" in axe) return unchecked(axe.unavailable);
      return {
        found: axe.map(({ id, impact, help, helpUrl, selectors, count }) =>
          foundAt(
            url,
            impact ? levels[impact] : "info",
            `${help} (${count === 1 ? "1 Stelle" : `${count} Stellen`}${impact ? `, ${impacts[impact]}` : ""})`,
            { part: id, evidence: { selectors: selectors.slice(0, 20), links: [helpUrl] } },
          ),
        ),
      };
    }),
};

export const accessibilityRules: readonly LegalRule[] = [statement, barriers];
