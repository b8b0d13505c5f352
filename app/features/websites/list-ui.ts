import type { ListUi } from "../../records/record-ui.tsx";
import { prefetchedModule } from "../../ui/overlays/lazy-module.ts";
import { StatusState, UptimeFact } from "../checks/card.tsx";
import { CardEdge } from "../checks/strip-edges.tsx";
import { websiteValues } from "./values.ts";

/** What is special about the list of websites. */
export const websiteListUi: ListUi = {
  values: websiteValues,
  card: { State: StatusState, Fact: UptimeFact, Edge: CardEdge },
  bulk: prefetchedModule(async () => (await import("./bulk-ui.tsx")).websiteBulkUi),
  listReport: { name: "legal", label: "Rechtliche Befunde als Excel-Tabelle" },
};
