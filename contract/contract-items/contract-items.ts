import { declare } from "../records/declaration.ts";
import { integer, money, relation, text } from "../records/fields.ts";

export const contractItems = declare({
  type: "contractItem",
  plural: "contract-items",
  labels: {
    one: "Vertragsposition",
    many: "Vertragspositionen",
    create: "Position hinzufügen",
    search: "In Positionen suchen …",
    definite: "die Position",
    emptyTitle: "Noch keine Positionen.",
    emptyText: "Füge hinzu, was dieser Vertrag umfasst.",
  },
  fields: {
    contractId: relation("Vertrag", "contract", {
      required: true,
      width: 168,
    }),
    label: text("Position", 150, { required: true }),
    websiteId: relation("Website", "website", { width: 160 }),
    domainId: relation("Domain", "domain", { width: 160 }),
    hostId: relation("Hoster", "host", { width: 160 }),
    deviceId: relation("Gerät", "device", { width: 160 }),
    quantity: integer("Menge", { min: 1, max: 1_000_000 }, { auto: true, hint: "Leer: 1.", width: 76 }),
    unitPriceCents: money("Einzelpreis", {
      ability: "seePrices",
      width: 108,
    }),
    costCents: money("Einkaufspreis", { ability: "seePrices", width: 116 }),
  },
  titleField: "label",
  sections: [
    { title: "Grunddaten", fields: ["contractId", "label", "quantity", "unitPriceCents", "costCents"] },
    { title: "Gilt für", fields: ["websiteId", "domainId", "hostId", "deviceId"] },
  ],
  list: {
    columns: ["label", "contractId", "websiteId", "domainId", "quantity", "unitPriceCents", "costCents"],
    orderBy: [{ field: "label" }],
    views: [],
    layouts: ["table"],
  },
  naturalKeys: [],
  identity: ["contractId", "websiteId", "domainId", "hostId", "deviceId"],
  searchable: [],
});
