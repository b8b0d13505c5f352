import { SearchField } from "../../lib/form/search-field.tsx";
import { Kbd } from "../../ui/kbd.tsx";
import { searchMark } from "./use-list-keys.ts";

interface ListSearchProps {
  label: string;
  value: string;
  onSearch: (text: string) => void;
}

/** „/“ leads to it; Escape empties it, then leaves it. */
export function ListSearch({ label, value, onSearch }: ListSearchProps) {
  return (
    <SearchField
      {...{ [searchMark]: "" }}
      aria-label={label.replace(/ …$/, "")}
      aria-keyshortcuts="/"
      placeholder={label}
      className="w-[264px] max-lg:w-52 max-md:w-full md:[&_input]:h-8 md:[&_input]:text-ui"
      value={value}
      onSearch={onSearch}
      onKeyDown={({ key, currentTarget }) => key === "Escape" && currentTarget.value === "" && currentTarget.blur()}
      hint={<Kbd className="mr-1.5 max-md:hidden">/</Kbd>}
    />
  );
}
