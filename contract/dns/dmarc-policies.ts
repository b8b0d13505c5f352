/** What a domain asks receivers to do with mail that is not its own. */
export const dmarcPolicies = {
  reject: "Abweisen",
  quarantine: "In den Spam",
  none: "Nur beobachten",
  missing: "Fehlt",
} as const;
export type DmarcPolicy = keyof typeof dmarcPolicies;
