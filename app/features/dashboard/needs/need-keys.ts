/** The keys of „Handlungsbedarf“, in the order in which the help names them. */
export const needKeys = [
  ["j k", "Nächste, vorige Zeile des Handlungsbedarfs"],
  ["e", "Tun, womit die Zeile endet"],
  ["s", "Später"],
  ["a", "Zuweisen"],
] as const;
