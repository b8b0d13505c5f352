/** How much of a certificate's life is left, in levels that grow worse. */
export const certificateLevels = {
  good: "In Ordnung",
  watch: "Beobachten",
  warning: "Warnung",
  critical: "Kritisch",
  expired: "Abgelaufen",
} as const;
export type CertificateLevel = keyof typeof certificateLevels;
