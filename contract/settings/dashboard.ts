/** How the dashboard is arranged for whoever has not arranged it. */
export { blockArrangement as dashboardSettings } from "../dashboard/blocks-input.ts";
