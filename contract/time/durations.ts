/** Lengths of time in milliseconds; a calendar day may be an hour shorter or longer (see calendar-date.ts). */
export const secondMs = 1000;
export const minuteMs = 60 * secondMs;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;
