import type { Role } from "../roles.ts";

/** For whom a role is, in a sentence. */
export const roleNotes: Record<Role, string> = {
  admin: "Führt das Portal: Benutzer, Einstellungen, Schnittstellen, endgültiges Löschen.",
  maintainer: "Betreut Kunden: sieht auch Preise und Inhaber, führt Feedback und Listen.",
  member: "Arbeitet mit: legt alles an und bearbeitet es, ohne Preise zu sehen.",
  readonly: "Liest mit, stimmt ab und kommentiert Feedback.",
};
