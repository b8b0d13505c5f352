const inGerman = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat("de-DE", { ...options, timeZone: "UTC" });
const whole = inGerman({ weekday: "long", day: "numeric", month: "long", year: "numeric" });
const ofMonth = inGerman({ month: "long", year: "numeric" });
const short = inGerman({ month: "short" });
const at = (day: string) => new Date(`${day}T00:00Z`);

/** „Montag, 23. November 2026“. */
export const dayName = (day: string) => whole.format(at(day));

/** „November 2026“ of `2026-11`. */
export const monthName = (month: string) => ofMonth.format(at(`${month}-01`));

/** „Nov“ of `2026-11`. */
export const shortMonthName = (month: string) => short.format(at(`${month}-01`)).replace(".", "");

export const weekdayNames = ["Montag", "Dienstag", "Mittwoch", "Donnerstag", "Freitag", "Samstag", "Sonntag"] as const;
