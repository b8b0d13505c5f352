/** The range of a response time, as a field of a record. */
export const milliseconds = { min: 0, max: 1_000_000, unit: "ms" } as const;
/** The range of an availability: hundredths of a percent. */
export const share = { min: 0, max: 10_000, unit: "%", hundredths: true } as const;
