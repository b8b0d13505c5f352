import { Search, X } from "lucide-react";
import { forwardRef, type ReactNode } from "react";
import { IconButton } from "../../ui/button.tsx";
import { cx } from "../../ui/cx.ts";
import { TextInput, type TextInputProps } from "../../ui/form/text-input.tsx";
import { useDebouncedText } from "../use-debounced-value.ts";

interface SearchInputProps extends Omit<TextInputProps, "type" | "icon" | "trailing" | "value" | "onChange"> {
  value: string;
  onText: (text: string) => void;
  /** Stands at the end of the empty field, such as the key that leads to it. */
  hint?: ReactNode;
}

/** A field to search by, with a way to empty it; Escape does so too. */
export const SearchInput = forwardRef<HTMLInputElement, SearchInputProps>(function SearchInput(
  { value, onText, hint, className, onKeyDown, ...own },
  ref,
) {
  return (
    <TextInput
      ref={ref}
      {...own}
      type="search"
      icon={Search}
      className={cx("[&_input::-webkit-search-cancel-button]:hidden", className)}
      value={value}
      onChange={(event) => onText(event.target.value)}
      onKeyDown={(event) => {
        onKeyDown?.(event);
        if (event.key === "Escape" && value !== "") onText("");
      }}
      trailing={
        value === "" ? (
          hint
        ) : (
          <IconButton
            icon={X}
            label="Suche leeren"
            size="sm"
            className="!h-6 !w-6 max-md:!h-11 max-md:!w-11"
            onClick={() => onText("")}
          />
        )
      }
    />
  );
});

interface SearchFieldProps extends Omit<SearchInputProps, "onText"> {
  /** Gets what was typed once the typing pauses. */
  onSearch: (text: string) => void;
}

/** The search field of a list: follows a value that is kept elsewhere, as in the URL. */
export function SearchField({ value, onSearch, className = "w-[264px] max-md:w-full", ...own }: SearchFieldProps) {
  const [text, setText] = useDebouncedText(value, onSearch);
  return <SearchInput {...own} className={className} value={text} onText={setText} />;
}
