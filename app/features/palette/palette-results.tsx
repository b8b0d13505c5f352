import { useNavigate } from "@remix-run/react";
import { useKBar } from "kbar";
import { useCallback, useEffect, useMemo } from "react";
import { paletteDisclosure } from "../../lib/dialogs/disclosure.ts";
import type { PaletteAction, PaletteRow } from "../../lib/palette-action.ts";
import { composeRows } from "./compose-rows.ts";
import { PaletteFoot } from "./palette-foot.tsx";
import { groupRows, type ResultGroup } from "./result-groups.ts";
import { ResultRow } from "./result-row.tsx";
import { SearchProblem } from "./search-problem.tsx";
import { readScope } from "./search-scope.ts";
import { useChatSearch } from "./use-chat-search.ts";
import { useRecordSearch } from "./use-record-search.ts";
import { useResultKeys } from "./use-result-keys.ts";

/** The list under the search field: what features offer, and what the server finds. */
export function PaletteResults({ actions }: { actions: ReadonlyMap<string, PaletteAction> }) {
  const { query, search, registered } = useKBar((state) => ({ search: state.searchQuery, registered: state.actions }));
  const navigate = useNavigate();
  const isOpen = paletteDisclosure.useIsOpen();
  const { answer, answers, isSearching, problem, retry, debounced } = useRecordSearch(search, isOpen);
  const chats = useChatSearch(debounced, isOpen);
  const find = useCallback(
    (typed: string) => {
      const known = Object.keys(registered).flatMap((id) => actions.get(id) ?? []);
      return composeRows(typed, { actions: known, answer, chats, navigate });
    },
    [registered, actions, answer, chats, navigate],
  );
  const rows = useMemo(() => find(search), [find, search]);
  const stateOf = (typed: string) =>
    problem ? "failed" : typed.trim() === "" || answers(typed) ? "answered" : "pending";
  const perform = (row: PaletteRow) => {
    paletteDisclosure.close();
    row.perform();
  };
  const { activeIndex, choose } = useResultKeys({ search, rows, find, stateOf, perform });
  const { words, prefix } = readScope(search);

  // By itself kbar's field points at the first option, even when there is none.
  useEffect(() => {
    const field = query.getInput();
    if (rows.length === 0) field.removeAttribute("aria-activedescendant");
    else field.setAttribute("aria-activedescendant", `kbar-listbox-item-${activeIndex}`);
  }, [query, rows.length, activeIndex]);

  return (
    <>
      <div aria-hidden="true" className="relative h-0">
        {isSearching && (
          <div className="absolute inset-x-0 -top-px h-0.5 animate-bone bg-brand opacity-0 [animation-delay:120ms]" />
        )}
      </div>
      {problem && <SearchProblem onRetry={retry} isRetrying={isSearching} />}
      {rows.length === 0 ? (
        <p id="kbar-listbox" role="status" className="px-[18px] py-4 text-row text-text-2">
          {stateOf(search) === "pending" ? "" : "Nothing found..."}
        </p>
      ) : (
        <div id="kbar-listbox" role="listbox" aria-label="Ergebnisse" className="min-h-0 flex-1 overflow-y-auto">
          {groupRows(rows).map((group) => (
            <Group
              key={group.name}
              group={group}
              words={words}
              activeIndex={activeIndex}
              onPoint={choose}
              onPerform={perform}
            />
          ))}
        </div>
      )}
      <PaletteFoot prefix={prefix} count={words !== "" && rows.length > 0 ? rows.length : undefined} />
    </>
  );
}

interface GroupProps {
  group: ResultGroup;
  words: string;
  activeIndex: number;
  onPoint: (row: PaletteRow) => void;
  onPerform: (row: PaletteRow) => void;
}

function Group({ group, words, activeIndex, onPoint, onPerform }: GroupProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a listbox groups its options by this role
    <div role="group" aria-label={group.name}>
      <p aria-hidden="true" className="px-[18px] pb-1 pt-3 text-label text-text-3">
        {group.name}
      </p>
      {group.rows.map((row, offset) => (
        <ResultRow
          key={row.id}
          row={row}
          index={group.start + offset}
          words={words}
          isActive={group.start + offset === activeIndex}
          onPoint={() => onPoint(row)}
          onPerform={() => onPerform(row)}
        />
      ))}
    </div>
  );
}
