import { Check, Plus } from "lucide-react";
import type { RecordOption } from "../../../../contract/records/rows.ts";
import { avatarUrl } from "../../../lib/people/avatar-url.ts";
import { Avatar } from "../../../ui/avatar/avatar.tsx";
import { Button } from "../../../ui/button.tsx";
import { Icon, Spinner } from "../../../ui/icon.tsx";
import { ListboxOption, ListboxStatus } from "../../../ui/listbox/listbox.tsx";
import type { Listbox } from "../../../ui/listbox/use-listbox.ts";

/** What a combobox offers: what there is, and at the end what it would create. */
export type ComboboxOption = RecordOption & { isNew?: true };

interface ComboboxListProps {
  listbox: Listbox;
  label: string;
  found: { isPending: boolean; isError: boolean; retry: () => void };
  options: readonly ComboboxOption[];
  isPeople: boolean;
  selected: string | undefined;
  hasSearch: boolean;
}

/** What a combobox offers, or why there is nothing to offer. */
export function ComboboxList({ listbox, label, found, options, isPeople, selected, hasSearch }: ComboboxListProps) {
  return (
    <>
      <div {...listbox.listProps(label)}>
        {options.map((option, index) => {
          const isSelected = !option.isNew && option.id === selected;
          return (
            <ListboxOption key={option.id} listbox={listbox} index={index} isSelected={isSelected}>
              <Content option={option} isPeople={isPeople} />
              {isSelected && <Icon of={Check} className="ml-auto" />}
            </ListboxOption>
          );
        })}
      </div>
      {found.isError ? (
        <div role="alert" className="px-[9px] py-1.5">
          <p>Die Suche ist fehlgeschlagen.</p>
          <Button size="sm" className="mt-1.5" onClick={found.retry}>
            Erneut versuchen
          </Button>
        </div>
      ) : (
        <ListboxStatus count={options.filter(({ isNew }) => !isNew).length}>
          {found.isPending && <Spinner />}
          {found.isPending ? "Sucht …" : hasSearch ? "Nichts gefunden." : "Noch keine Einträge."}
        </ListboxStatus>
      )}
    </>
  );
}

function Content({
  option: { id, label, note, image, isNew },
  isPeople,
}: {
  option: ComboboxOption;
  isPeople: boolean;
}) {
  if (isNew)
    return (
      <>
        <Icon of={Plus} className="text-text-3" />
        <span className="min-w-0 [overflow-wrap:anywhere]">
          Neu: „{label}“ <span className="block text-meta text-text-2">wird beim Speichern angelegt</span>
        </span>
      </>
    );
  return (
    <>
      {isPeople && <Avatar personId={id} name={label} src={avatarUrl(image)} size={20} aria-hidden="true" />}
      <span className="min-w-0">
        <span className="[overflow-wrap:anywhere]">{label}</span>
        {note && <span className="ml-2 text-text-3 [overflow-wrap:anywhere]">{note}</span>}
      </span>
    </>
  );
}
