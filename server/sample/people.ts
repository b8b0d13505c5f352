import type { Role } from "../../contract/roles.ts";

export interface SamplePerson {
  /** The part of the address before `@nordlicht.example`. */
  mailbox: string;
  name: string;
  role: Role;
  position: string;
  phone: string;
  /** Whether `portraits/{mailbox}.webp` is there; some have not uploaded a picture. */
  hasPortrait?: boolean;
}

/** The invented team of the sample agency „Nordlicht“. */
export const samplePeople: readonly SamplePerson[] = [
  {
    mailbox: "jana.petersen",
    name: "Jana Petersen",
    role: "admin",
    position: "Leitung Technik",
    phone: "+49 40 66969010",
    hasPortrait: true,
  },
  {
    mailbox: "timo.brandt",
    name: "Timo Brandt",
    role: "maintainer",
    position: "Systemadministration",
    phone: "+49 40 66969011",
    hasPortrait: true,
  },
  {
    mailbox: "aylin.demir",
    name: "Aylin Demir",
    role: "maintainer",
    position: "Projektleitung",
    phone: "+49 40 66969012",
    hasPortrait: true,
  },
  {
    mailbox: "sofie.lindner",
    name: "Sofie Lindner",
    role: "member",
    position: "Frontend-Entwicklung",
    phone: "+49 40 66969013",
    hasPortrait: true,
  },
  {
    mailbox: "malte.grothe",
    name: "Malte Grothe",
    role: "member",
    position: "Backend-Entwicklung",
    phone: "+49 40 66969014",
    hasPortrait: true,
  },
  {
    mailbox: "kevin.okafor",
    name: "Kevin Okafor",
    role: "member",
    position: "Support",
    phone: "+49 40 66969015",
    hasPortrait: true,
  },
  {
    mailbox: "anna.reuter",
    name: "Anna Reuter",
    role: "member",
    position: "Design",
    phone: "+49 40 66969016",
    hasPortrait: true,
  },
  {
    mailbox: "linh.tran",
    name: "Linh Tran",
    role: "member",
    position: "Redaktion und SEO",
    phone: "+49 40 66969017",
    hasPortrait: true,
  },
  {
    mailbox: "jonas.wittek",
    name: "Jonas Wittek",
    role: "member",
    position: "Ausbildung Mediengestaltung",
    phone: "+49 40 66969018",
  },
  {
    mailbox: "marie-luise.hohenstein-friedrichsen",
    name: "Marie-Luise Hohenstein-Friedrichsen",
    role: "member",
    position: "Kundenbetreuung und Vertragsverwaltung",
    phone: "+49 40 66969019",
    hasPortrait: true,
  },
  {
    mailbox: "pavel.novotny",
    name: "Pavel Novotný",
    role: "readonly",
    position: "Freier Entwickler",
    phone: "+49 40 66969020",
  },
  {
    mailbox: "greta.sommer",
    name: "Greta Sommer",
    role: "readonly",
    position: "Buchhaltung",
    phone: "+49 40 66969021",
    hasPortrait: true,
  },
];
