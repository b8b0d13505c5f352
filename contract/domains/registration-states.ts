/** Whether the servers of an ending name others for a domain. */
export const delegationStates = { delegated: "Delegiert", notDelegated: "Nicht delegiert" } as const;

/** How it stands with the registration of a domain, the worst first. */
export const registrationStates = {
  free: "Frei/Gelöscht",
  notDelegated: "Nicht delegiert",
  redemption: "Karenzzeit (RGP)",
  transit: "Transit",
  quarantine: "Quarantäne (DENIC)",
  expired: "Abgelaufen",
  moving: "Umzug läuft",
  cancelled: "Gekündigt",
  active: "Aktiv",
  unknown: "Unbekannt",
} as const;
export type RegistrationState = keyof typeof registrationStates;

/** What costs somebody the domain, unless something is done. */
export const endangered = [
  "free",
  "notDelegated",
  "redemption",
  "transit",
  "quarantine",
  "expired",
] as const satisfies readonly RegistrationState[];
export type Endangered = (typeof endangered)[number];
