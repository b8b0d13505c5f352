import {
  type HistoryKey,
  type Light,
  type LightState,
  lightHistories,
  lightLabels,
} from "../../../contract/system/lights.ts";
import { Sparkline } from "../../ui/charts/sparkline.tsx";
import { Status, type StatusState } from "../../ui/status/status.tsx";

const looks: Record<LightState, { state: StatusState; word: string }> = {
  ok: { state: "online", word: "In Ordnung" },
  warn: { state: "degraded", word: "Beobachten" },
  bad: { state: "offline", word: "Handeln" },
  unknown: { state: "unknown", word: "Nicht bekannt" },
};

/** Fewer hours are dots that say nothing. */
const minDrawnHours = 6;

const captions: Partial<Record<HistoryKey, string>> = Object.assign({}, ...Object.values(lightHistories));

/** Each light with what was found, what to do about it, and its last 7 days. */
export function LightList({ lights }: { lights: readonly Light[] }) {
  return (
    <ul className="border-t">
      {lights.map(({ key, state, value, advice, histories }) => (
        <li key={key} className="flex flex-wrap items-start gap-x-6 gap-y-1 border-b py-3">
          <div className="w-36 flex-none pt-px max-md:w-full">
            <Status state={looks[state].state}>{looks[state].word}</Status>
          </div>
          <div className="min-w-0 flex-1 basis-64">
            <h3 className="text-ui font-medium">{lightLabels[key]}</h3>
            {/* Tabular figures would widen the hyphen, too: „Push - Servers“. */}
            <p className="mt-0.5 text-ui text-text-2">{value}</p>
            {advice && <p className="mt-1 max-w-[560px] text-ui">{advice}</p>}
          </div>
          <div className="flex w-44 flex-none flex-col gap-2 max-md:w-full">
            {histories.filter(isDrawn).map((history) => (
              <figure key={history.key}>
                <Sparkline
                  values={history.values}
                  label={`${lightLabels[key]}, ${captions[history.key]}: die letzten 7 Tage`}
                  tone={state === "warn" || state === "bad" ? "warn" : "ink"}
                />
                {/* The only line of a light is what that is about; of several, each says which it is, also where it is drawn alone. */}
                {histories.length > 1 && (
                  <figcaption aria-hidden className="text-label text-text-2">
                    {captions[history.key]}
                  </figcaption>
                )}
              </figure>
            ))}
          </div>
        </li>
      ))}
    </ul>
  );
}

const isDrawn = ({ values }: Light["histories"][number]) =>
  values.filter((value) => value !== null).length >= minDrawnHours;
