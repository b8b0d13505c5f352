import type { LegalLevel, LegalSource } from "../../../../contract/legal/legal.ts";
import { carbonSource, co2Mg } from "../carbon.ts";
import type { BrowserRun } from "../gathered.ts";
import { foundAt, type LegalRule, nothing, unchecked, withBrowser } from "../rule.ts";

const vitals: LegalSource = { text: "Core Web Vitals", url: "https://web.dev/articles/vitals" };

interface Figure {
  id: string;
  title: string;
  source: LegalSource;
  advice: string;
  read(run: BrowserRun): number | null;
  /** From here on it wants improving, and from there on it is poor. */
  limits: readonly [improve: number, poor: number];
  say(value: number): string;
}

const decimal = (value: number, digits: number) =>
  value.toLocaleString("de-DE", { minimumFractionDigits: digits, maximumFractionDigits: digits });
const seconds = (ms: number) => `${decimal(ms / 1000, 1)} s`;

const figures: readonly Figure[] = [
  {
    id: "vitals-lcp",
    title: "Größter Inhalt sichtbar (LCP)",
    source: vitals,
    advice: "Das größte Bild oder den größten Text früher laden: kleinere Bilder, weniger Skripte davor.",
    read: ({ figures: { lcpMs } }) => lcpMs,
    limits: [2500, 4000],
    say: (value) => `Der größte Inhalt ist nach ${seconds(value)} da; gut sind bis 2,5 s.`,
  },
  {
    id: "vitals-cls",
    title: "Stabiles Layout (CLS)",
    source: vitals,
    advice: "Bildern und Einbettungen feste Maße geben.",
    read: ({ figures: { cls } }) => cls,
    limits: [0.1, 0.25],
    say: (value) => `Der Inhalt verschiebt sich um ${decimal(value, 2)}; gut sind bis 0,10.`,
  },
  {
    id: "vitals-ttfb",
    title: "Antwort des Servers (TTFB)",
    source: { text: "Time to First Byte", url: "https://web.dev/articles/ttfb" },
    advice: "Seiten zwischenspeichern, PHP und Datenbank beschleunigen.",
    read: ({ figures: { ttfbMs } }) => ttfbMs,
    limits: [800, 1800],
    say: (value) => `Das erste Byte kommt nach ${seconds(value)}; gut sind bis 0,8 s.`,
  },
  {
    id: "page-weight",
    title: "Gewicht der Startseite",
    source: { text: "Web Almanac: Page Weight", url: "https://almanac.httparchive.org/en/2024/page-weight" },
    advice: "Bilder verkleinern und als WebP oder AVIF ausliefern, Videos erst auf Klick laden.",
    read: ({ weightBytes }) => weightBytes,
    limits: [3_000_000, 6_000_000],
    say: (value) => `Die Startseite lädt ${decimal(value / 1e6, 1)} MB.`,
  },
  {
    id: "co2",
    title: "CO₂-Schätzung je Besuch",
    source: carbonSource,
    advice: "Weniger Daten laden; die Schätzung folgt allein aus dem Gewicht der Startseite.",
    read: ({ weightBytes }) => co2Mg(weightBytes),
    limits: [500, 1500],
    say: (value) => `Geschätzt ${decimal(value / 1000, 2)} g CO₂e je Besuch.`,
  },
];

/** One look from one place is a hint: nothing of it is more than worth improving. */
const ofFigure = ({ read, limits: [improve, poor], say, ...rule }: Figure): LegalRule => ({
  ...rule,
  group: "performance",
  judge: (site) =>
    withBrowser(site, (run) => {
      const value = read(run);
      if (value === null) return unchecked("Der Browser hat dazu nichts gemessen.");
      const level: LegalLevel | undefined = value > poor ? "warn" : value > improve ? "info" : undefined;
      return level ? { found: [foundAt(run.url, level, say(value))] } : nothing;
    }),
});

export const performanceRules: readonly LegalRule[] = figures.map(ofFigure);
