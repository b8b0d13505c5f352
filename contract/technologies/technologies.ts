/** What kinds of technologies a website is built of, in the order in which they are shown. */
export const technologyCategories = {
  cms: "System",
  shop: "Shop",
  hosted: "Baukasten",
  framework: "Framework",
  builder: "Seitenaufbau",
  plugin: "Erweiterung",
  seo: "Suchmaschinen",
  cache: "Beschleunigung",
  consent: "Einwilligung",
  analytics: "Statistik",
  marketing: "Werbung",
  font: "Schriften",
  map: "Karten",
  video: "Video",
  captcha: "Spamschutz",
  chat: "Chat",
  payment: "Bezahlung",
  library: "Bibliothek",
  css: "Gestaltung",
  language: "Sprache",
  server: "Webserver",
  cdn: "Auslieferungsnetz",
  hosting: "Hosting",
  authority: "Zertifizierungsstelle",
} as const;
export type TechnologyCategory = keyof typeof technologyCategories;

/** By what a technology gives itself away. */
export const evidenceTypes = {
  header: "Kopfzeile",
  cookie: "Cookie",
  meta: "Meta-Angabe",
  scriptSrc: "Skript",
  html: "Quelltext",
  dom: "Element",
  url: "Unteradresse",
  tls: "Zertifikat",
  dns: "DNS",
} as const;
export type EvidenceType = keyof typeof evidenceTypes;

/** What was seen and where, as people can look it up. */
export interface Evidence {
  type: EvidenceType | "implied";
  /** The header, cookie, meta entry or path; of what is implied, the technology that implies it. */
  where: string | null;
  /** What matched, shortened. */
  text: string;
}

export interface Technology {
  name: string;
  category: TechnologyCategory;
  version: string | null;
  /** In percent. */
  confidence: number;
  evidence: Evidence[];
}
