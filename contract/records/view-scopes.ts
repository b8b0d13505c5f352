/** Whom a view is for; a record type has at most one default, which a list without any state opens in. */
export const viewScopes = ["me", "team", "default"] as const;
export type ViewScope = (typeof viewScopes)[number];

export const viewScopeLabels: Record<ViewScope, string> = {
  me: "Nur für mich",
  team: "Für das Team",
  default: "Standard für alle",
};
