import { Plug } from "lucide-react";
import type { ListUi } from "../../records/record-ui.tsx";
import { prefetchedModule } from "../../ui/overlays/lazy-module.ts";
import { domainValues } from "./values.ts";

/** What is special about the list of domains. */
export const domainListUi: ListUi = {
  values: domainValues,
  bulk: prefetchedModule(async () => (await import("./bulk-ui.tsx")).domainBulkUi),
  emptyAction: {
    icon: Plug,
    title: "Registrar verbinden",
    text: "INWX, AutoDNS, Cloudflare, IONOS oder netcup nennt die Domains",
    href: "/settings/registrars",
    ability: "manageSettings",
  },
};
