export const calloutKinds = ["info", "warning", "danger"] as const;
export type CalloutKind = (typeof calloutKinds)[number];

/** The word that stands over a callout. */
export const calloutLabels: Record<CalloutKind, string> = { info: "Info", warning: "Achtung", danger: "Gefahr" };
