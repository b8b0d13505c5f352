/** „Ampel“ of a customer, the worst first. */
export const customerHealth = { red: "Rot", yellow: "Gelb", green: "Grün" } as const;
