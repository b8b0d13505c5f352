import { Radar } from "lucide-react";
import type { ListUi } from "../../records/record-ui.tsx";
import { prefetchedModule } from "../../ui/overlays/lazy-module.ts";
import { StatusState, UptimeFact } from "../checks/card.tsx";
import { CardEdge } from "../checks/strip-edges.tsx";
import { hostValues } from "./values.ts";

/** What is special about the list of hosts. */
export const hostListUi: ListUi = {
  values: hostValues,
  card: { State: StatusState, Fact: UptimeFact, Edge: CardEdge },
  bulk: prefetchedModule(async () => (await import("./bulk-ui.tsx")).hostBulkUi),
  emptyAction: {
    icon: Radar,
    title: "Aus Websites erkennen",
    text: "Vorschläge nach IP-Adresse, angelegt wird nur, was du ankreuzt",
    href: "/hosts/proposals",
  },
};
