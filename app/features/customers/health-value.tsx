import { Link } from "@remix-run/react";
import { customerHealth } from "../../../contract/customers/health.ts";
import { isKeyOf } from "../../../contract/narrowing.ts";
import type { OwnValueProps } from "../../records/record-ui.tsx";
import { cx } from "../../ui/cx.ts";

const looks = {
  red: { text: "font-550 text-bad-text", glyph: "text-bad", shape: <rect x="1" y="1" width="8" height="8" rx="1.5" /> },
  yellow: { text: "text-warn-text", glyph: "text-warn", shape: <path d="M5 .8 9.5 9h-9z" /> },
  green: { text: "text-text-2", glyph: "text-ok", shape: <circle cx="5" cy="5" r="4" /> },
} as const;

/** „Ampel“ by colour, shape and word, with its reasons: on a page in words, in a list for who asks. */
export function HealthValue({ record, variant }: OwnValueProps) {
  const { health, healthReasons } = record.values;
  if (typeof health !== "string" || !isKeyOf(customerHealth, health)) return <span className="text-text-3">–</span>;
  const { text, glyph, shape } = looks[health];
  const reasons = typeof healthReasons === "string" && healthReasons ? healthReasons : "Nichts fällt auf";
  return (
    <span title={variant === "cell" ? reasons : undefined} className="inline-flex flex-wrap items-baseline gap-x-2.5">
      <span className={cx("inline-flex items-center gap-[7px] text-ui", text)}>
        <svg
          viewBox="0 0 10 10"
          width={10}
          height={10}
          aria-hidden="true"
          className={cx("flex-none fill-current", glyph)}
        >
          {shape}
        </svg>
        {customerHealth[health]}
      </span>
      {variant === "page" ? (
        <span className="min-w-0 text-note text-text-2">{healthReasons ? `${reasons}.` : ""}</span>
      ) : (
        <span className="sr-only">: {reasons}</span>
      )}
    </span>
  );
}

/** How many incidents are going on at a customer, as the way to them. */
export function OpenIncidents({ record }: OwnValueProps) {
  const { incidents } = record.values;
  if (typeof incidents !== "number" || incidents === 0) return <span className="text-text-3">–</span>;
  return (
    <Link
      to={`/incidents?f[state]=oneOf:open,claimed&f[customers]=oneOf:${record.id}`}
      className="num py-1 font-550 text-bad-text hover:underline"
    >
      {incidents}
    </Link>
  );
}
