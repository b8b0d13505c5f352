import { type RenewalDay, type Renewals, renewalDays } from "../../../contract/dashboard/dashboard.ts";
import { dayMs } from "../../../contract/time/durations.ts";

const width = 1296;
const height = 64;
const baseline = 44;
const below = height - baseline - 2;
const barWidth = 7;
const perDay = width / renewalDays;

/**
 * The days ahead on one line: revenue stands above it and cost below; without prices the bars count renewals. Heights
 * grow with the root of the amount, so that one contract leaves the domains beside it to be seen.
 */
export function RenewalChart({ renewals: { today, days }, label }: { renewals: Renewals; label: string }) {
  const highest = Math.sqrt(Math.max(1, ...days.map(upOf)));
  const lowest = Math.sqrt(Math.max(0, ...days.map(({ costCents = 0 }) => costCents)));
  const scale = Math.min((baseline - 4) / highest, lowest > 0 ? below / lowest : Number.POSITIVE_INFINITY);
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      className="mt-3 block h-16 w-full"
    >
      <rect y={baseline} width={width} height={1} className="fill-line-strong" />
      <path d={`M${width / 3} 12V${height}M${(width / 3) * 2} 12V${height}`} className="stroke-line" />
      {days.map((day) => {
        const x = ((Date.parse(day.on) - Date.parse(today)) / dayMs) * perDay + (perDay - barWidth) / 2;
        const up = Math.max(3, Math.sqrt(upOf(day)) * scale);
        const down = Math.sqrt(day.costCents ?? 0) * scale;
        return (
          <g key={day.on}>
            <rect
              x={x}
              y={baseline - up}
              width={barWidth}
              height={up}
              className={day.undecided > 0 ? "fill-warn-fill" : "fill-s6"}
            />
            {down > 0 && (
              <rect x={x} y={baseline + 2} width={barWidth} height={Math.max(2, down)} className="fill-line-strong" />
            )}
          </g>
        );
      })}
      <rect width={3} height={height} className="fill-brand" />
    </svg>
  );
}

function upOf({ revenueCents, domains, hosts, contracts }: RenewalDay): number {
  return revenueCents ?? domains + hosts + contracts;
}
