import { useEffect } from "react";
import {
  type PublicState,
  type WallThing,
  type WallView,
  worstOf,
} from "../../../contract/status-pages/status-pages.ts";
import { capitalize, countWord, formatNumber, formatTime } from "../../lib/format.ts";
import { cx } from "../../ui/cx.ts";
import { Status, StatusGlyph } from "../../ui/status/status.tsx";
import { shortDuration } from "../checks/since-labels.ts";

/** Up to this number healthy ones are shown by name; beyond it each is a symbol. */
const maxNamed = 60;
/** How many unhealthy ones are shown large. */
const maxLarge = 6;

/** What is wrong stands large, what is well stands small and grey: from across the room one sees whether to go nearer. */
export function WallScreen({ wall: { title, at, websites, hosts }, isStale }: { wall: WallView; isStale: boolean }) {
  useDarkScreen();
  const all = [...hosts, ...websites];
  const deviating = all.filter(({ state }) => state === "offline" || state === "degraded" || state === "maintenance");
  const wrong = [...deviating].sort((one, other) => rank(one.state) - rank(other.state));
  const healthy = all.filter((thing) => !deviating.includes(thing));
  return (
    <main className="flex min-h-dvh flex-col gap-[3vmin] overflow-hidden p-[4vmin]">
      <header className="flex items-baseline justify-between gap-8 text-[clamp(14px,2vmin,28px)] text-text-3">
        <span className="min-w-0 truncate">{title}</span>
        <span
          className={cx("num flex-none", isStale && "font-semibold text-bad-text")}
          role={isStale ? "alert" : undefined}
        >
          {isStale ? `Keine Verbindung zum Portal, Stand ${formatTime(at)} Uhr` : `${formatTime(at)} Uhr`}
        </span>
      </header>
      <h1 className="flex items-center gap-[2.4vmin] !text-[clamp(30px,7vmin,110px)] !leading-[1.1] tracking-[-0.025em]">
        <StatusGlyph
          state={worstOf(all.map(({ state }) => state))}
          size={44}
          className="[&>svg]:h-[0.62em] [&>svg]:w-auto"
        />
        <span>{headline(all)}</span>
      </h1>
      {wrong.length > 0 && (
        <ul className="grid gap-x-[3vmin] [grid-template-columns:repeat(auto-fit,minmax(min(100%,34vmax),1fr))]">
          {wrong.map((thing, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: names need not be unique
            <li key={index} className="flex items-baseline gap-[2vmin] border-t py-[1.4vmin]">
              <span
                className={cx(
                  "min-w-0 md:line-clamp-2 flex-1 font-semibold leading-[1.25] [overflow-wrap:anywhere]",
                  wrong.length > maxLarge ? "text-[clamp(18px,2.7vmin,44px)]" : "text-[clamp(20px,3.6vmin,56px)]",
                )}
              >
                {thing.name}
              </span>
              <span className="flex flex-none items-baseline gap-[1.4vmin] text-[clamp(15px,2.3vmin,34px)]">
                <Status state={thing.state} className="!text-[1em] !leading-[1.25] [&>svg]:h-[0.7em] [&>svg]:w-auto" />
                {thing.since && (
                  <span className="num text-text-3">{shortDuration(at.getTime() - thing.since.getTime())}</span>
                )}
              </span>
            </li>
          ))}
        </ul>
      )}
      <Healthy things={healthy} isAll={wrong.length === 0} />
    </main>
  );
}

/** What is well: with its names where they can be read, else as a field of marks below their number. */
function Healthy({ things, isAll }: { things: readonly WallThing[]; isAll: boolean }) {
  const isNamed = things.length <= maxNamed;
  if (things.length === 0) return null;
  return (
    <section className="mt-auto text-[clamp(11px,1.55vmin,22px)] text-text-3">
      {!isNamed && !isAll && (
        <p className="mb-[1.6vmin] text-[clamp(14px,2vmin,28px)]">{formatNumber(things.length)} weitere ohne Störung</p>
      )}
      <ul
        className={cx(
          isNamed
            ? "grid auto-rows-min gap-x-[2.4vmin] gap-y-[0.6vmin] [grid-template-columns:repeat(auto-fill,minmax(min(100%,24ch),1fr))]"
            : "flex flex-wrap gap-[1.1vmin]",
        )}
      >
        {things.map(({ name, state }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: names need not be unique
          <li key={index} title={name} className="flex min-w-0 items-center gap-[0.6em] leading-[1.5]">
            <StatusGlyph
              state={state}
              size={8}
              className={cx("[&>svg]:w-auto", isNamed ? "[&>svg]:h-[0.62em]" : "[&>svg]:h-[1.5vmin]")}
            />
            <span className={isNamed ? "truncate" : "sr-only"}>{name}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

const order: readonly PublicState[] = ["offline", "degraded", "maintenance"];
const rank = (state: PublicState) => order.indexOf(state);

/** „Drei Ausfälle“, „Alles läuft“: what the whole room has to know. */
function headline(all: readonly WallThing[]): string {
  const count = (state: PublicState) => all.filter((thing) => thing.state === state).length;
  const [offline, degraded, maintenance] = [count("offline"), count("degraded"), count("maintenance")];
  const parts = [
    ...(offline > 0 ? [offline === 1 ? "ein Ausfall" : `${countWord(offline)} Ausfälle`] : []),
    ...(degraded > 0 ? [degraded === 1 ? "eine Einschränkung" : `${countWord(degraded)} Einschränkungen`] : []),
    ...(offline + degraded === 0 && maintenance > 0 ? ["Wartung, sonst läuft alles"] : []),
  ];
  if (parts.length > 0) return capitalize(parts.join(", "));
  if (all.length === 0) return "Noch wird nichts überwacht";
  return count("online") === 0 ? "Der Zustand ist nicht bekannt" : "Alles läuft";
}

/** A screen that hangs in the office all day is dark, whatever this browser is set to. */
function useDarkScreen(): void {
  useEffect(() => {
    const { classList } = document.documentElement;
    const wasDark = classList.contains("dark");
    classList.add("dark");
    return () => {
      classList.toggle("dark", wasDark);
    };
  }, []);
}
