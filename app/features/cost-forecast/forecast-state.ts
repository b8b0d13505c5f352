import {
  type ForecastBy,
  type ForecastScenario,
  forecastBys,
  forecastScenarios,
} from "../../../contract/cost-forecast/cost-forecast.ts";
import { isKeyOf } from "../../../contract/narrowing.ts";

export interface ForecastState {
  by: ForecastBy;
  scenario: ForecastScenario;
  /** `YYYY-MM`: the month whose payments are named. */
  month?: string | undefined;
}

/** What the page shows, as its URL says; what that cannot mean is as if it were not there. */
export function readForecastState(searchParams: URLSearchParams): ForecastState {
  const [by, scenario, month] = [searchParams.get("by"), searchParams.get("scenario"), searchParams.get("month") ?? ""];
  return {
    by: isKeyOf(forecastBys, by) ? by : "provider",
    scenario: isKeyOf(forecastScenarios, scenario) ? scenario : "planned",
    ...(/^(19|20|21)\d\d-(0[1-9]|1[0-2])$/.test(month) && { month }),
  };
}

/** The URL of a state of the page. */
export function forecastPath({ by, scenario, month }: ForecastState): string {
  const searchParams = new URLSearchParams({
    ...(by !== "provider" && { by }),
    ...(scenario !== "planned" && { scenario }),
    ...(month && { month }),
  });
  return `/cost-forecast${searchParams.size > 0 ? `?${searchParams}` : ""}`;
}
