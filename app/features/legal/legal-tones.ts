/** How states and levels are coloured. */
export const stateTones = { bad: "bad", warn: "warn", unchecked: "neutral", ok: "ok" } as const;
export const levelTones = { bad: "bad", warn: "warn", info: "neutral" } as const;
