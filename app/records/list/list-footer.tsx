import { ArrowLeft, ArrowRight, Keyboard } from "lucide-react";
import { type ListState, pageSizes } from "../../../contract/records/list-state.ts";
import { formatNumber } from "../../lib/format.ts";
import { IconButton } from "../../ui/button.tsx";
import { Kbd } from "../../ui/kbd.tsx";
import { Popover } from "./popover.tsx";
import { listKeys } from "./use-list-keys.ts";

interface ListFooterProps {
  state: ListState;
  onChange: (next: Partial<ListState>) => void;
  totalItems: number;
  shown: number;
}

export function ListFooter({ state: { page, limit }, onChange, totalItems, shown }: ListFooterProps) {
  const first = (page - 1) * limit + 1;
  const isLast = page * limit >= totalItems;
  return (
    <nav
      aria-label="Seiten"
      className="sticky bottom-0 z-[3] flex min-h-11 items-center gap-4 border-t border-line-strong bg-surface text-ui text-text-2 max-md:static max-md:mt-2 max-md:flex-wrap max-md:border-t-0 md:-mb-14"
    >
      <p className="num mr-auto" aria-live="polite">
        {shown > 0 ? `${formatNumber(first)}–${formatNumber(first + shown - 1)} von ` : "von "}
        {formatNumber(totalItems)}
      </p>
      <KeyHelp />
      <label className="flex items-center gap-2 text-text-3">
        Zeilen
        <select
          value={limit}
          onChange={({ target }) => {
            const chosen = pageSizes.find((size) => String(size) === target.value);
            if (chosen) onChange({ limit: chosen });
          }}
          className="num h-7 cursor-pointer rounded-6 bg-transparent px-1 font-medium text-text-1 hover:bg-tint-7 max-md:h-11 max-md:text-input"
        >
          {pageSizes.map((size) => (
            <option key={size} value={size}>
              {size}
            </option>
          ))}
        </select>
      </label>
      <span className="flex gap-1">
        <IconButton
          icon={ArrowLeft}
          label="Vorige Seite"
          variant="secondary"
          size="sm"
          disabled={page <= 1}
          onClick={() => onChange({ page: page - 1 })}
        />
        <IconButton
          icon={ArrowRight}
          label="Nächste Seite"
          variant="secondary"
          size="sm"
          disabled={isLast}
          onClick={() => onChange({ page: page + 1 })}
        />
      </span>
    </nav>
  );
}

/** The keys that a list knows. */
function KeyHelp() {
  return (
    <Popover
      label="Tasten der Liste"
      align="end"
      className="w-[248px]"
      trigger={
        <IconButton
          icon={Keyboard}
          label="Tasten der Liste"
          title="Tasten der Liste"
          size="sm"
          className="max-md:hidden"
        />
      }
    >
      <dl className="grid grid-cols-[auto_1fr] items-center gap-x-3 gap-y-1.5">
        {listKeys.map(([keys, meaning]) => (
          <div key={keys} className="contents">
            <dt className="flex gap-1">
              {keys.split(" ").map((key) => (
                <Kbd key={key}>{key}</Kbd>
              ))}
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
    </Popover>
  );
}
