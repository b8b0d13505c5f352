import type { LegalRun } from "../../../contract/legal/legal.ts";
import { counted } from "../../../contract/values/counted.ts";
import { formatDate, formatMs, formatNumber } from "../../lib/format.ts";
import { formatBytes } from "../../records/values/format-bytes.ts";
import { Sparkline } from "../../ui/charts/sparkline.tsx";
import { KeyValues } from "../../ui/key-values.tsx";
import { Section } from "../../ui/section.tsx";

/** What the last run with a browser measured, and how findings and weight went over the runs. */
export function LegalFigures({ run, trend }: { run: LegalRun | null; trend: readonly LegalRun[] }) {
  const measured = trend.findLast(({ figures }) => figures.weightBytes !== null);
  return (
    <>
      {measured && (
        <Section title="Messwerte der Startseite" aside={run?.id === measured.id ? undefined : formatDate(measured.at)}>
          <Measured figures={measured.figures} />
          <p className="pt-3 text-note text-text-3">
            Ein Aufruf vom Portal aus, ohne Zustimmung und ohne Zwischenspeicher. CO₂e nach dem Sustainable Web Design
            Model 4: Gigabyte × 0,300 kWh × 494 g/kWh.
          </p>
        </Section>
      )}
      {trend.length > 1 && <Trend trend={trend} />}
    </>
  );
}

/** „0,35 g“, and „4 mg“ where grams would be a zero. */
const formatMilligrams = (mg: number) => (mg < 10 ? `${formatNumber(mg)} mg` : `${formatNumber(mg / 1000, 2)} g`);

const unknown = <span className="text-text-3">nicht gemessen</span>;

function Measured({ figures }: { figures: LegalRun["figures"] }) {
  const { weightBytes, requests, lcpMs, cls, ttfbMs, co2Mg } = figures;
  const figure = (value: number | null, say: (value: number) => string) =>
    value === null ? unknown : <span className="num">{say(value)}</span>;
  return (
    <KeyValues
      items={[
        { key: "Gewicht", value: figure(weightBytes, formatBytes) },
        { key: "Anfragen", value: figure(requests, formatNumber) },
        { key: "LCP", value: figure(lcpMs, formatMs) },
        { key: "CLS", value: figure(cls, (value) => formatNumber(value, 2)) },
        { key: "TTFB", value: figure(ttfbMs, formatMs) },
        { key: "CO₂e je Besuch", value: figure(co2Mg, formatMilligrams) },
      ]}
    />
  );
}

function Trend({ trend }: { trend: readonly LegalRun[] }) {
  const open = trend.map(({ uncheckable, bad, warn, info }) => (uncheckable === null ? bad + warn + info : null));
  const weights = trend.map(({ figures }) => figures.weightBytes);
  const last = open.findLast((value) => value !== null);
  const openLabel = `Offene Befunde je Lauf, zuletzt ${last ?? "unbekannt"}`;
  const span = `${formatDate(trend[0]?.at ?? new Date(0))} bis ${formatDate(trend.at(-1)?.at ?? new Date(0))}`;
  return (
    <Section title="Verlauf" aside={`${counted(trend.length, "Lauf", "Läufe")}, ${span}`}>
      <div className="grid gap-x-10 gap-y-4 pt-3 md:grid-cols-2">
        <figure>
          <Sparkline values={open} label={openLabel} />
          <figcaption className="pt-1 text-note text-text-3">{openLabel}</figcaption>
        </figure>
        {weights.some((value) => value !== null) && (
          <figure>
            <Sparkline values={weights} label="Gewicht der Startseite im Verlauf" />
            <figcaption className="pt-1 text-note text-text-3">Gewicht der Startseite</figcaption>
          </figure>
        )}
      </div>
    </Section>
  );
}
