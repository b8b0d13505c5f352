import { allActive, archive } from "../records/common-fields.ts";
import type { BuiltInView } from "../records/declaration.ts";
import { endangered } from "./registration-states.ts";

/** The lists of domains that people need without making them. */
export const domainViews: readonly BuiltInView[] = [
  allActive,
  {
    key: "due",
    label: "Fällig in 60 Tagen",
    where: [
      { field: "renewsAt", is: "between", to: "+60d" },
      { field: "renewDecision", is: "noneOf", values: ["cancel", "handOver"] },
    ],
    orderBy: [{ field: "renewsAt" }],
  },
  {
    key: "undecided",
    label: "Entscheidung offen",
    where: [
      { field: "renewDecision", is: "oneOf", values: ["open"] },
      { field: "renewsAt", is: "present" },
    ],
    orderBy: [{ field: "renewsAt" }],
  },
  {
    key: "problems",
    label: "Probleme",
    where: [{ field: "state", is: "oneOf", values: ["offline", "degraded"] }],
  },
  { key: "no-date", label: "Ohne Termin", where: [{ field: "renewsAt", is: "missing" }] },
  { key: "unbilled", label: "Nicht berechnet", where: [{ field: "priceCents", is: "missing" }] },
  {
    key: "lost",
    label: "Registrierung gefährdet",
    where: [{ field: "registration", is: "oneOf", values: [...endangered] }],
  },
  {
    key: "nis2",
    label: "NIS2 offen",
    where: [{ field: "nis2Status", is: "oneOf", values: ["requested", "overdue", "quarantine"] }],
  },
  {
    key: "holder-reminder",
    label: "Datenabfrage fällig",
    where: [{ field: "holderReminderDue", is: "true" }],
  },
  {
    key: "mail",
    label: "E-Mail ungeschützt",
    where: [{ field: "mail", is: "oneOf", values: ["C", "D", "F"] }],
  },
  { key: "mine", label: "Meine", mine: true },
  archive,
];
