import type { OwnValues } from "../../records/record-ui.tsx";
import { SeverityValue, StateValue } from "./state-values.tsx";

export const incidentValues: OwnValues = { state: StateValue, severity: SeverityValue };
