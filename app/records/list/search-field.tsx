import { Search, X } from "lucide-react";
import { useDebouncedText } from "../../lib/use-debounced-value.ts";
import { IconButton } from "../../ui/button.tsx";
import { TextInput } from "../../ui/form/text-input.tsx";
import { Kbd } from "../../ui/kbd.tsx";
import { searchMark } from "./use-list-keys.ts";

interface SearchFieldProps {
  label: string;
  value: string;
  onSearch: (text: string) => void;
}

/** Follows the address, and changes it once the typing rests. */
export function SearchField({ label, value, onSearch }: SearchFieldProps) {
  const [text, setText] = useDebouncedText(value, onSearch);
  return (
    <TextInput
      type="search"
      icon={Search}
      {...{ [searchMark]: "" }}
      aria-label={label.replace(/ …$/, "")}
      aria-keyshortcuts="/"
      placeholder={label}
      className="w-[264px] max-lg:w-52 max-md:w-full md:[&_input]:h-8 md:[&_input]:text-ui [&_input::-webkit-search-cancel-button]:hidden"
      value={text}
      onChange={(event) => setText(event.target.value)}
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        if (text) setText("");
        else event.currentTarget.blur();
      }}
      trailing={
        text ? (
          <IconButton
            icon={X}
            label="Suche leeren"
            size="sm"
            className="!h-6 !w-6 max-md:!h-11 max-md:!w-11"
            onClick={() => setText("")}
          />
        ) : (
          <Kbd className="mr-1.5 max-md:hidden">/</Kbd>
        )
      }
    />
  );
}
