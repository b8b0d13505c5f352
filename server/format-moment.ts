const ofHost = new Intl.DateTimeFormat("de-DE", { dateStyle: "medium", timeStyle: "short" });

/** „20.11.2026, 10:13“, by the clock of the host, as whoever types there reads it. */
export const formatMoment = (at: Date): string => ofHost.format(at);
