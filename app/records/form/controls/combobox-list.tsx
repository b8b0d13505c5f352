import { Check, Plus } from "lucide-react";
import { type ReactNode, useEffect } from "react";
import type { RecordOption } from "../../../../contract/records/rows.ts";
import { avatarUrl } from "../../../lib/people/avatar-url.ts";
import { Avatar } from "../../../ui/avatar/avatar.tsx";
import { Button } from "../../../ui/button.tsx";
import { cx } from "../../../ui/cx.ts";
import { Icon, Spinner } from "../../../ui/icon.tsx";

interface ComboboxListProps {
  id: string;
  label: string;
  found: { isPending: boolean; isError: boolean; retry: () => void };
  options: readonly RecordOption[];
  isPeople: boolean;
  active: number;
  selected: string | undefined;
  /** The last row, which creates what was typed. */
  offer: string | undefined;
  hasSearch: boolean;
  onPoint: (index: number) => void;
  onChoose: (index: number) => void;
}

/** What a combobox offers, or why there is nothing to offer. */
export function ComboboxList({ id, label, found, options, active, selected, offer, ...rest }: ComboboxListProps) {
  const { isPeople, hasSearch, onPoint, onChoose } = rest;
  useEffect(() => {
    document.getElementById(`${id}-${active}`)?.scrollIntoView({ block: "nearest" });
  }, [id, active]);

  const row = (index: number, content: ReactNode, isSelected: boolean) => (
    // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field, which names the active option
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field hears the keys
    <div
      key={index}
      id={`${id}-${index}`}
      role="option"
      aria-selected={isSelected}
      onMouseMove={() => index !== active && onPoint(index)}
      onClick={() => onChoose(index)}
      className={cx(
        "flex min-h-8 cursor-pointer select-none items-center gap-2.5 rounded-6 px-[9px] py-1 max-md:min-h-11",
        index === active && "bg-tint-6",
      )}
    >
      {content}
      {isSelected && <Icon of={Check} className="ml-auto" />}
    </div>
  );

  return (
    <>
      <div id={id} role="listbox" aria-label={label}>
        {options.map((option, index) =>
          row(
            index,
            <>
              {isPeople && (
                <Avatar
                  personId={option.id}
                  name={option.label}
                  src={avatarUrl(option.image)}
                  size={20}
                  aria-hidden="true"
                />
              )}
              <span className="min-w-0">
                <span className="[overflow-wrap:anywhere]">{option.label}</span>
                {option.note && <span className="ml-2 text-text-3 [overflow-wrap:anywhere]">{option.note}</span>}
              </span>
            </>,
            option.id === selected,
          ),
        )}
        {offer &&
          row(
            options.length,
            <>
              <Icon of={Plus} className="text-text-3" />
              <span className="min-w-0 [overflow-wrap:anywhere]">{offer}</span>
            </>,
            false,
          )}
      </div>
      {found.isError ? (
        <div role="alert" className="px-[9px] py-1.5">
          <p>Die Suche ist fehlgeschlagen.</p>
          <Button size="sm" className="mt-1.5" onClick={found.retry}>
            Erneut versuchen
          </Button>
        </div>
      ) : (
        <div
          role="status"
          className={options.length > 0 ? "sr-only" : "flex items-center gap-2 px-[9px] py-1.5 text-text-2"}
        >
          {found.isPending && <Spinner />}
          {stateOf(found.isPending, options.length, hasSearch)}
        </div>
      )}
    </>
  );
}

function stateOf(isPending: boolean, hits: number, hasSearch: boolean): string {
  if (isPending) return "Sucht …";
  if (hits > 0) return hits === 1 ? "1 Treffer" : `${hits} Treffer`;
  return hasSearch ? "Nichts gefunden." : "Noch keine Einträge.";
}
