import { useNavigate } from "@remix-run/react";
import { useKBar } from "kbar";
import { useCallback, useLayoutEffect, useMemo } from "react";
import { paletteDisclosure } from "../../lib/dialogs/disclosure.ts";
import type { PaletteAction, PaletteRow } from "../../lib/palette-action.ts";
import { Button } from "../../ui/button.tsx";
import { Kbd } from "../../ui/kbd.tsx";
import { ListboxStatus } from "../../ui/listbox/listbox.tsx";
import { type Listbox, type ListboxContent, useListbox, useListboxField } from "../../ui/listbox/use-listbox.ts";
import { composeRows } from "./compose-rows.ts";
import { groupRows, type ResultGroup } from "./result-groups.ts";
import { ResultRow } from "./result-row.tsx";
import { readScope, type SearchPrefix, searchPrefixes } from "./search-scope.ts";
import { useBesideSearch } from "./use-beside-search.ts";
import { useRecordSearch } from "./use-record-search.ts";

/** The list under the search field: what features offer, and what the server finds. */
export function PaletteResults({ actions }: { actions: ReadonlyMap<string, PaletteAction> }) {
  const { query, search, registered } = useKBar((state) => ({ search: state.searchQuery, registered: state.actions }));
  const navigate = useNavigate();
  const isOpen = paletteDisclosure.useIsOpen();
  const { answer, answers, isSearching, problem, retry, debounced } = useRecordSearch(search, isOpen);
  const beside = useBesideSearch(debounced, isOpen);
  const find = useCallback(
    (typed: string) => {
      const known = Object.keys(registered).flatMap((id) => actions.get(id) ?? []);
      return composeRows(typed, { actions: known, answer, beside, navigate });
    },
    [registered, actions, answer, beside, navigate],
  );
  const rows = useMemo(() => find(search), [find, search]);
  const stateOf = (typed: string): ListboxContent<PaletteRow>["state"] =>
    problem ? "failed" : typed.trim() === "" || answers(typed) ? "answered" : "pending";
  const perform = (row: PaletteRow) => {
    paletteDisclosure.close();
    row.perform();
  };
  const contentOf = (query: string, options: readonly PaletteRow[]) => ({ query, options, state: stateOf(query) });
  const listbox = useListbox<PaletteRow>({
    ...contentOf(search, rows),
    onChoose: perform,
    // On a busy machine the list and kbar's state come later than the field.
    readNow: () => contentOf(query.getInput().value, find(query.getInput().value)),
    findKnown: ([first]) => (first && isAction(first) ? first : undefined),
    listId: "kbar-listbox",
  });
  useListboxField(listbox, query.getInput);
  useKeysBeforeKbar(listbox.press);
  const { text, prefix } = readScope(search);

  return (
    <>
      <div aria-hidden="true" className="relative h-0">
        {isSearching && (
          <div className="absolute inset-x-0 -top-px h-0.5 animate-skeleton bg-brand opacity-0 [animation-delay:120ms]" />
        )}
      </div>
      {problem && <SearchProblem onRetry={retry} isRetrying={isSearching} />}
      <ListboxStatus count={rows.length} className="px-[18px] py-4 text-row text-text-2">
        {stateOf(search) === "pending" ? "" : "Nothing found..."}
      </ListboxStatus>
      <div {...listbox.listProps("Ergebnisse")} className="min-h-0 flex-1 overflow-y-auto">
        {groupRows(rows).map((group) => (
          <Group key={group.name} group={group} text={text} listbox={listbox} />
        ))}
      </div>
      <PaletteFoot prefix={prefix} count={text !== "" && rows.length > 0 ? rows.length : undefined} />
    </>
  );
}

/** Actions are known without asking; the ids of records carry their type. */
const isAction = ({ id }: PaletteRow) => !id.includes(":");

/** Gone together with the field that the keys read. */
function useKeysBeforeKbar(press: Listbox["press"]): void {
  useLayoutEffect(() => {
    const handle = (event: KeyboardEvent) => {
      // Enter on the close button closes.
      if (event.key !== "Enter" || event.target instanceof HTMLInputElement) press(event);
    };
    window.addEventListener("keydown", handle, { capture: true });
    return () => window.removeEventListener("keydown", handle, { capture: true });
  }, [press]);
}

interface GroupProps {
  group: ResultGroup;
  text: string;
  listbox: Listbox;
}

function Group({ group, text, listbox }: GroupProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a listbox groups its options by this role
    <div role="group" aria-label={group.name}>
      <p aria-hidden="true" className="px-[18px] pb-1 pt-3 text-label text-text-3">
        {group.name}
      </p>
      {group.rows.map((row, offset) => (
        <ResultRow key={row.id} row={row} index={group.start + offset} searched={text} listbox={listbox} />
      ))}
    </div>
  );
}

interface PaletteFootProps {
  prefix: SearchPrefix | undefined;
  /** How many results there are; undefined while nothing is searched for. */
  count: number | undefined;
}

/** The keys, and how the search is narrowed down. */
function PaletteFoot({ prefix, count }: PaletteFootProps) {
  return (
    <div className="mt-2 hidden h-[38px] flex-none items-center gap-3 border-t px-[18px] text-label text-text-3 md:flex">
      <span className="flex items-center gap-1.5">
        <Kbd>↑</Kbd>
        <Kbd>↓</Kbd> wählen
      </span>
      <span className="flex items-center gap-1.5">
        <Kbd>↵</Kbd> öffnen
      </span>
      <span className="ml-auto flex min-w-0 items-center gap-1 overflow-hidden whitespace-nowrap">
        {prefix ? `Nur ${prefix.name}` : <Prefixes />}
      </span>
      {count !== undefined && <span className="num flex-none">{count} Treffer</span>}
    </div>
  );
}

function Prefixes() {
  return (
    <>
      {searchPrefixes.map(({ letter, name }) => (
        <Kbd key={letter} title={`Nur ${name}`}>
          {letter}:
        </Kbd>
      ))}
      filtern
    </>
  );
}

/** Says that records could not be searched; what needs no server stays below it. */
function SearchProblem({ onRetry, isRetrying }: { onRetry: () => void; isRetrying: boolean }) {
  return (
    <div role="alert" className="flex flex-none items-center gap-3 border-b px-[18px] py-2 text-ui text-bad-text">
      <span className="min-w-0 flex-1">Suche nicht erreichbar</span>
      <Button size="sm" loading={isRetrying} onClick={onRetry}>
        Erneut versuchen
      </Button>
    </div>
  );
}
