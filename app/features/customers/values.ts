import type { OwnValues } from "../../records/record-ui.tsx";
import { HealthValue, OpenIncidents } from "./health-value.tsx";

export const customerValues: OwnValues = { health: HealthValue, incidents: OpenIncidents };
