/** „1:05 h“ of whole minutes. */
export const formatWorkTime = (minutes: number) =>
  `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, "0")} h`;
