import { saysNoindex } from "../../search-engines.ts";
import { foundAt, inapplicable, type LegalRule, nothing, unchecked } from "../rule.ts";

/** Only what is live is meant to be found. */
const notLive = "Nur bei Websites, die live sind.";

const noindex: LegalRule = {
  id: "noindex",
  group: "visibility",
  title: "Startseite in Suchmaschinen (noindex)",
  source: {
    text: "Google Search Central: noindex",
    url: "https://developers.google.com/search/docs/crawling-indexing/block-indexing",
  },
  advice: "noindex entfernen; oft ist es nach dem Start vom Testsystem übrig geblieben.",
  judge: ({ lifecycle, pages: [start] }) => {
    if (lifecycle !== "live") return inapplicable(notLive);
    if (!start) return unchecked("Die Startseite wurde nicht gelesen.");
    const header = start.headers["x-robots-tag"] ?? "";
    const said = [...start.facts.robots, ...header.split("\n")].find(saysNoindex);
    if (said === undefined) return nothing;
    const isHeader = header !== "" && header.includes(said);
    const text = `${isHeader ? "Der Header X-Robots-Tag" : "Das Meta-Element robots"} sagt „${said.slice(0, 100)}“.`;
    const evidence = isHeader ? { headers: [`x-robots-tag: ${said}`] } : { selectors: ['meta[name="robots"]'] };
    return { found: [foundAt(start.url, "bad", text, { evidence })] };
  },
};

const robots: LegalRule = {
  id: "robots-blocks",
  group: "visibility",
  title: "Startseite in der robots.txt",
  source: { text: "RFC 9309", url: "https://www.rfc-editor.org/rfc/rfc9309" },
  advice: "„Disallow: /“ aus robots.txt entfernen; oft ist es nach dem Start übrig geblieben.",
  judge: ({ url, lifecycle, robots: answer }) => {
    if (lifecycle !== "live") return inapplicable(notLive);
    if (answer.state === "unreadable") return unchecked(answer.reason);
    if (answer.state === "none" || !answer.blocksAll) return nothing;
    const quotes = answer.line ? [answer.line] : [];
    return {
      found: [
        foundAt(new URL("/robots.txt", url).href, "bad", "robots.txt sperrt die Startseite.", { evidence: { quotes } }),
      ],
    };
  },
};

const links: LegalRule = {
  id: "broken-links",
  group: "visibility",
  title: "Interne Links",
  source: { text: "RFC 9110, Status 404 und 410", url: "https://www.rfc-editor.org/rfc/rfc9110#section-15.5.5" },
  advice: "Den Link ändern oder das alte Ziel umleiten.",
  judge: ({ robots: answer, links: { checked, broken, leftByRobots, leftByLimit, leftAsActions, silent } }) => {
    if (checked === 0 && leftByRobots > 0)
      return unchecked(
        answer.state === "unreadable" ? answer.reason : "robots.txt verbietet den Abruf der Unterseiten.",
      );
    if (checked === 0 && silent > 0) return unchecked("Bei keinem Link war festzustellen, ob es die Seite gibt.");
    if (checked === 0 && leftByLimit > 0) return unchecked("Die Zeit hat nicht gereicht, den Links zu folgen.");
    if (checked === 0 && leftAsActions > 0)
      return unchecked("Alle Links sind „nofollow“ oder könnten etwas ändern; ihnen wird nicht gefolgt.");
    return {
      found: broken.slice(0, 50).map(({ url, from, text, reason }) =>
        foundAt(from, "warn", `Der Link „${text || url}“ führt ins Leere: ${reason}`, {
          part: url.slice(0, 300),
          evidence: { links: [url] },
        }),
      ),
    };
  },
};

export const visibilityRules: readonly LegalRule[] = [noindex, robots, links];
