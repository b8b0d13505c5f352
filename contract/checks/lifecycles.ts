/** Phases in the life of what is watched, apart from its declaration: the frame of every page names them. */
export const websiteLifecycles = {
  planned: "In Planung",
  development: "In Entwicklung",
  live: "Live",
  shutDown: "Abgeschaltet",
} as const;
export const hostLifecycles = {
  planned: "Geplant",
  active: "Aktiv",
  replacing: "Wird abgelöst",
  shutDown: "Abgeschaltet",
} as const;
