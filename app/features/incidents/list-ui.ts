import type { ListUi } from "../../records/record-ui.tsx";
import { StartedAt, StateValue } from "./state-values.tsx";
import { incidentValues } from "./values.ts";

/** What is special about the list of incidents. */
export const incidentListUi: ListUi = {
  values: incidentValues,
  card: { State: ({ record }) => StateValue({ record, variant: "cell" }), Fact: StartedAt },
};
