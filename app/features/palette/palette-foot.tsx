import { Kbd } from "../../ui/kbd.tsx";
import { type SearchPrefix, searchPrefixes } from "./search-scope.ts";

interface PaletteFootProps {
  prefix: SearchPrefix | undefined;
  /** How many results there are; undefined while nothing is searched for. */
  count: number | undefined;
}

/** The keys, and how the search is narrowed down. */
export function PaletteFoot({ prefix, count }: PaletteFootProps) {
  return (
    <div className="mt-2 hidden h-[38px] flex-none items-center gap-4 border-t px-[18px] text-label text-text-3 md:flex">
      <span className="flex items-center gap-1.5">
        <Kbd>↑</Kbd>
        <Kbd>↓</Kbd> wählen
      </span>
      <span className="flex items-center gap-1.5">
        <Kbd>↵</Kbd> öffnen
      </span>
      <span className="ml-auto flex items-center gap-1.5">{prefix ? `Nur ${prefix.name}` : <Prefixes />}</span>
      {count !== undefined && <span className="num">{count} Treffer</span>}
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
      eingrenzen
    </>
  );
}
