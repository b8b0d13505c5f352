import type { DemoSite } from "./site-pages.ts";

/** A company that is no customer of the sample agency yet; all of them are invented. */
interface Newcomer {
  company: string;
  slogan: string;
  street: string;
  locality: string;
  represented: string;
  register?: string;
  vatId?: string;
  phone: string;
  cms: string;
  cmsVersion?: string;
}

/** Sites that the sample agency does not look after: pasted as URLs, they show what the portal finds out. */
export const newcomers: Readonly<Record<string, Newcomer>> = {
  "tischlerei-specht.example": {
    company: "Tischlerei Specht e. K.",
    slogan: "Möbel nach Maß",
    street: "Werkstattgasse 4",
    locality: "24937 Flensburg",
    represented: "Inhaberin: Maren Specht",
    register: "Amtsgericht Flensburg, HRA 90210",
    phone: "0461 555 012",
    vatId: "DE136695976",
    cms: "WordPress",
    cmsVersion: "6.8.2",
  },
  "kellerei-zaunkoenig.example": {
    company: "Kellerei Zaunkönig GmbH & Co. KG",
    slogan: "Wein seit 1874",
    street: "Rebenweg 17",
    locality: "67433 Neustadt an der Weinstraße",
    represented: "Vertreten durch: Theo Zaunkönig",
    register: "Amtsgericht Ludwigshafen, HRA 61234",
    phone: "06321 555 20",
    cms: "TYPO3",
  },
  "praxis-eisvogel.example": {
    company: "Physiotherapie Eisvogel GbR",
    slogan: "Beweglich bleiben",
    street: "Uferstraße 2a",
    locality: "18055 Rostock",
    represented: "Vertreten durch: Ida Eisvogel",
    phone: "0381 555 7",
    cms: "Contao",
  },
  "ruderverein-kormoran.example": {
    company: "Ruderverein Kormoran e. V.",
    slogan: "Auf dem Wasser zu Hause",
    street: "Am Bootshaus 1",
    locality: "14467 Potsdam",
    represented: "Vorstand: Paul Reiher",
    register: "Vereinsregister: VR 4711, Amtsgericht Potsdam",
    phone: "0331 555 99",
    cms: "Joomla",
  },
  "teehaus-kranich.example": {
    company: "Teehaus Kranich GmbH",
    slogan: "Tee aus erster Hand",
    street: "Speicherstadt 8",
    locality: "20457 Hamburg",
    represented: "Geschäftsführer: Bo Kranich",
    register: "Amtsgericht Hamburg, HRB 98765",
    phone: "040 555 321",
    cms: "WordPress",
    cmsVersion: "5.9",
  },
};

export const isNewcomer = (name: string): boolean => Object.hasOwn(newcomers, name);

/** The website of such a company; undefined for all other names. */
export function newcomerSite(name: string): DemoSite | undefined {
  const bare = name.replace(/^www\./, "");
  const found = newcomers[bare];
  if (!found) return undefined;
  const { company, slogan, street, locality, phone, represented, register, vatId, cms, cmsVersion = null } = found;
  const imprintLines = [represented, ...(register ? [register] : []), ...(vatId ? [`USt-IdNr.: ${vatId}`] : [])];
  return {
    company,
    slogan,
    street,
    locality,
    phone,
    email: `info@${bare}`,
    isShop: false,
    imprintLines,
    cms,
    cmsVersion,
    phpVersion: "8.3",
  };
}
