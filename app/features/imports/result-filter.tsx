import type { RowCounts, RowResult } from "../../../contract/imports/imports.ts";
import { formatNumber } from "../../lib/format.ts";
import { cx } from "../../ui/cx.ts";
import { resultLabels } from "./import-labels.ts";

interface ResultFilterProps {
  counts: RowCounts;
  total: number;
  value: RowResult | undefined;
  isPlan: boolean;
  onChange: (result: RowResult | undefined) => void;
}

const order: readonly RowResult[] = ["created", "updated", "unchanged", "skipped", "failed"];

/** The counts of the results; each one narrows the list below to its rows. */
export function ResultFilter({ counts, total, value, isPlan, onChange }: ResultFilterProps) {
  const shown = order.filter((result) => counts[result] > 0 || ["created", "updated", "failed"].includes(result));
  return (
    <fieldset className="flex flex-wrap border-b">
      <legend className="sr-only">Zeilen filtern</legend>
      <Figure label="Alle Zeilen" count={total} isOn={value === undefined} onClick={() => onChange(undefined)} />
      {shown.map((result) => (
        <Figure
          key={result}
          label={isPlan ? resultLabels[result].planned : resultLabels[result].done}
          count={counts[result]}
          isBad={result === "failed" && counts.failed > 0}
          isOn={value === result}
          onClick={() => onChange(result)}
        />
      ))}
    </fieldset>
  );
}

interface FigureProps {
  label: string;
  count: number;
  isOn: boolean;
  isBad?: boolean;
  onClick: () => void;
}

function Figure({ label, count, isOn, isBad = false, onClick }: FigureProps) {
  return (
    <button
      type="button"
      aria-pressed={isOn}
      onClick={onClick}
      className={cx(
        "relative min-w-[112px] pb-2.5 pr-6 text-left transition-colors hover:bg-hover max-md:min-w-[50%]",
        isOn && "after:absolute after:inset-x-0 after:bottom-[-1px] after:h-0.5 after:bg-text-1",
      )}
    >
      <span className={cx("num block text-figure-sm", isBad && "text-bad-text")}>{formatNumber(count)}</span>
      <span className={cx("block text-note", isOn ? "text-text-1" : "text-text-2")}>{label}</span>
    </button>
  );
}
