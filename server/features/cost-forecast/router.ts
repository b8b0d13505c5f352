import {
  listForecastItems,
  readForecast as readInput,
  readYears as yearsInput,
} from "../../../contract/cost-forecast/cost-forecast-input.ts";
import { procedureFor, router } from "../../trpc/procedures.ts";
import { listItems, readForecast } from "./queries.ts";
import { readYears } from "./years.ts";

/** All of it speaks of money, so that it is for those who may see prices. */
export const costForecastRouter = router({
  read: procedureFor("seePrices")
    .input(readInput)
    .query(({ ctx, input }) => readForecast(ctx, input)),
  years: procedureFor("seePrices")
    .input(yearsInput)
    .query(({ ctx, input }) => readYears(ctx, input)),
  items: procedureFor("seePrices")
    .input(listForecastItems)
    .query(({ ctx, input }) => listItems(ctx, input)),
});
