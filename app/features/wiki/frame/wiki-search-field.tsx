import { useNavigate, useSearchParams } from "@remix-run/react";
import { type FormEvent, useEffect, useState } from "react";
import { SearchInput } from "../../../lib/form/search-field.tsx";

/** Marks the field that „/“ leads to from anywhere in the wiki. */
export const wikiSearchMark = "data-wiki-search";

/** Leads to what was found; Enter searches. */
export function WikiSearchField({ className }: { className?: string }) {
  const navigate = useNavigate();
  const [searchParams] = useSearchParams();
  const query = searchParams.get("q") ?? "";
  const [text, setText] = useState(query);
  useEffect(() => setText(query), [query]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim()) navigate(`/wiki/search?${new URLSearchParams({ q: text.trim() })}`);
  };
  return (
    <form aria-label="Suche im Wiki" onSubmit={submit} className={className}>
      <SearchInput
        {...{ [wikiSearchMark]: "" }}
        aria-label="Im Wiki suchen"
        aria-keyshortcuts="/"
        placeholder="Im Wiki suchen …"
        value={text}
        maxLength={200}
        onText={setText}
        className="w-full md:[&_input]:h-[30px] md:[&_input]:text-ui"
      />
    </form>
  );
}
