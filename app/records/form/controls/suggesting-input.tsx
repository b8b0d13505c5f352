import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import type { Declaration } from "../../../../contract/records/declaration.ts";
import { useDebouncedQuery } from "../../../lib/use-debounced-value.ts";
import { TextInput, type TextInputProps } from "../../../ui/form/text-input.tsx";
import { useRecordApi } from "../../record-api.ts";

type SuggestingInputProps = TextInputProps & { declaration: Declaration; name: string; value: string };

const searched = 25;
const suggested = 8;

/** A text field that proposes what other records of this type hold in it. */
export function SuggestingInput({ declaration, onFocus, ...rest }: SuggestingInputProps) {
  const { name, value } = rest;
  // `list` is looked up like a selector in places, which colons are not part of.
  const listId = useId().replaceAll(":", "");
  const [isUsed, setUsed] = useState(false);
  const search = useDebouncedQuery(value.trim());
  const { data } = useQuery({
    ...useRecordApi(declaration.type).list.queryOptions(
      { page: 1, limit: searched, where: [{ field: name, is: "contains", value: search }] },
      { trpc: { abortOnUnmount: true } },
    ),
    enabled: isUsed && search !== "",
    placeholderData: keepPreviousData,
  });
  const held = (data?.data ?? []).map(({ values }) => values[name]);
  const options = [...new Set(held)].filter((option) => typeof option === "string" && option !== value);
  return (
    <>
      <TextInput
        {...rest}
        list={listId}
        onFocus={(event) => {
          setUsed(true);
          onFocus?.(event);
        }}
      />
      <datalist id={listId}>
        {options.slice(0, suggested).map((option) => (
          <option key={option as string} value={option as string} />
        ))}
      </datalist>
    </>
  );
}
