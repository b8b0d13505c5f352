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

/** What the page shows, as its address says; what that cannot mean is as if it were not there. */
export function readForecastState(address: URLSearchParams): ForecastState {
  const [by, scenario, month] = [address.get("by"), address.get("scenario"), address.get("month") ?? ""];
  return {
    by: isKeyOf(forecastBys, by) ? by : "provider",
    scenario: isKeyOf(forecastScenarios, scenario) ? scenario : "planned",
    ...(/^(19|20|21)\d\d-(0[1-9]|1[0-2])$/.test(month) && { month }),
  };
}

/** The address of a state of the page. */
export function forecastAddress({ by, scenario, month }: ForecastState): string {
  const address = new URLSearchParams({
    ...(by !== "provider" && { by }),
    ...(scenario !== "planned" && { scenario }),
    ...(month && { month }),
  });
  return `/cost-forecast${address.size > 0 ? `?${address}` : ""}`;
}
