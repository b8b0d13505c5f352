/**
 * How a record is doing by its checks, the worst first: lists sort by this order. „unknown“ is what no check has looked
 * at yet, or what nobody can say because the portal's own connection is gone.
 */
export const checkStatuses = {
  offline: "Offline",
  degraded: "Beeinträchtigt",
  unknown: "Unbekannt",
  maintenance: "Wartung",
  paused: "Pausiert",
  online: "Online",
} as const;
export type CheckStatus = keyof typeof checkStatuses;

/** What one look at a target came to. */
export const checkOutcomes = ["ok", "degraded", "failed", "unknown", "maintenance"] as const;
export type CheckOutcome = (typeof checkOutcomes)[number];

const worstFirst: readonly CheckStatus[] = ["offline", "degraded", "online", "unknown"];

/**
 * The status of a record from those of its checks: maintenance and pauses cover what was measured; one check that is
 * down makes the record offline, and what is unknown says something only where nothing else is known.
 */
export function worstStatus(checks: readonly CheckStatus[], isInMaintenance = false): CheckStatus {
  if (isInMaintenance || checks.includes("maintenance")) return "maintenance";
  const running: CheckStatus[] = checks.filter((status) => status !== "paused");
  if (running.length === 0) return checks.length > 0 ? "paused" : "unknown";
  return worstFirst.find((status) => running.includes(status)) ?? "unknown";
}
