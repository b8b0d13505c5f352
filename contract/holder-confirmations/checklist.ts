import { diesWithDomain } from "../domains/holder-check.ts";
import { addDays } from "../time/today.ts";

/** What the portal knows of who holds a domain. */
export interface HolderFacts {
  domain: string;
  holderName: string | null;
  holderEmail: string | null;
  holderPhone: string | null;
  ownership: "customer" | "agency" | "external" | "unknown";
  customer: string | null;
  agency: string;
  /** The organisation that the registry names. */
  published: string | null;
  /** Whose of the customer's contacts the address is, and whether they are still there. */
  contact: { name: string; isThere: boolean } | null;
  /** What the DNS says of where the address leads; null while nobody has looked. */
  mail: HolderMail | null;
  /** When the holder was asked last whether all is right. */
  remindedOn: string | null;
  /** The last word of a holder. */
  answered: { on: string; isRight: boolean } | null;
}

/** Whether mail to a host can arrive anywhere. */
export interface HolderMail {
  host: string;
  takesMail: boolean;
}

export interface HolderCheck {
  key: string;
  state: "ok" | "warn" | "none";
  text: string;
}

/** A check of who really holds a domain is asked for once a year. */
const freshDays = 365;

/** „Wem gehört die Domain wirklich?“: what fits together, what does not, and what nobody knows. */
export function judgeHolder(facts: HolderFacts, today: string): HolderCheck[] {
  return [
    judgeName(facts),
    judgeOwnership(facts),
    judgeRegistry(facts),
    judgeEmail(facts),
    ...judgeReach(facts),
    judgePhone(facts),
    judgeReminder(facts, today),
    judgeAnswer(facts, today),
  ];
}

function judgeName({ holderName, customer, agency, ownership }: HolderFacts): HolderCheck {
  const key = "name";
  if (!holderName) return { key, state: "warn", text: "Wer als Inhaber eingetragen ist, steht noch nicht im Portal." };
  if (customer && isSameName(holderName, customer)) return { key, state: "ok", text: "Als Inhaber steht der Kunde." };
  if (agency && isSameName(holderName, agency))
    return ownership === "agency"
      ? { key, state: "ok", text: "Als Inhaberin steht die Agentur, treuhänderisch." }
      : { key, state: "warn", text: "Als Inhaberin steht die Agentur, aber die Inhaberschaft sagt etwas anderes." };
  if (!customer)
    return { key, state: "none", text: `Als Inhaber steht „${holderName}“; die Domain hat keinen Kunden.` };
  return { key, state: "warn", text: `Als Inhaber steht „${holderName}“, der Kunde heißt „${customer}“.` };
}

function judgeOwnership({ ownership, holderName, customer }: HolderFacts): HolderCheck {
  const key = "ownership";
  if (ownership === "unknown") return { key, state: "warn", text: "Die Inhaberschaft ist noch nicht geklärt." };
  const isCustomers = ownership === "customer" && holderName && customer && !isSameName(holderName, customer);
  return isCustomers
    ? { key, state: "warn", text: "Die Inhaberschaft sagt „Kunde ist Inhaber“, der Name sagt etwas anderes." }
    : { key, state: "ok", text: "Die Inhaberschaft ist geklärt." };
}

function judgeRegistry({ published, holderName }: HolderFacts): HolderCheck {
  const key = "registry";
  if (!published) return { key, state: "none", text: "Die Registry nennt keinen Inhaber." };
  if (holderName && isSameName(published, holderName))
    return { key, state: "ok", text: "Die Registry nennt denselben." };
  return { key, state: "warn", text: `Die Registry nennt als Inhaberin „${published}“.` };
}

function judgeEmail({ domain, holderEmail, contact }: HolderFacts): HolderCheck {
  const key = "email";
  if (!holderEmail) return { key, state: "warn", text: "Eine E-Mail-Adresse des Inhabers fehlt." };
  if (diesWithDomain(holderEmail, domain))
    return { key, state: "warn", text: "Die E-Mail des Inhabers liegt auf derselben Domain." };
  if (contact && !contact.isThere)
    return { key, state: "warn", text: `Die E-Mail des Inhabers ist von ${contact.name}, nicht mehr beim Kunden.` };
  return contact
    ? { key, state: "ok", text: `Die E-Mail des Inhabers ist von ${contact.name}.` }
    : { key, state: "none", text: "Die E-Mail des Inhabers gehört zu keinem Ansprechpartner." };
}

/** Says nothing where there is no address: that it is missing is said already. */
function judgeReach({ holderEmail, mail }: HolderFacts): HolderCheck[] {
  const key = "reach";
  if (!holderEmail) return [];
  if (!mail) return [{ key, state: "none", text: "Ob E-Mail an den Inhaber ankommen kann, ist noch nicht geprüft." }];
  return mail.takesMail
    ? [{ key, state: "ok", text: `${mail.host} nimmt E-Mail an.` }]
    : [{ key, state: "warn", text: `${mail.host} nimmt keine E-Mail an: Nachrichten der Registry gehen verloren.` }];
}

const judgePhone = ({ holderPhone }: HolderFacts): HolderCheck =>
  holderPhone
    ? { key: "phone", state: "ok", text: "Eine Telefonnummer steht da." }
    : { key: "phone", state: "warn", text: "Eine Telefonnummer des Inhabers fehlt." };

function judgeReminder({ remindedOn }: HolderFacts, today: string): HolderCheck {
  const key = "reminder";
  if (!remindedOn) return { key, state: "warn", text: "Der Inhaber wurde noch nie nach seinen Daten gefragt." };
  return addDays(remindedOn, freshDays) >= today
    ? { key, state: "ok", text: "Der Inhaber wurde im letzten Jahr nach seinen Daten gefragt." }
    : { key, state: "warn", text: "Die letzte Datenabfrage an den Inhaber ist über ein Jahr her." };
}

function judgeAnswer({ answered }: HolderFacts, today: string): HolderCheck {
  const key = "answer";
  if (!answered) return { key, state: "warn", text: "Der Kunde hat die Angaben noch nie bestätigt." };
  if (!answered.isRight) return { key, state: "warn", text: "Der Kunde sagt, dass die Angaben nicht stimmen." };
  return addDays(answered.on, freshDays) >= today
    ? { key, state: "ok", text: "Der Kunde hat die Angaben im letzten Jahr bestätigt." }
    : { key, state: "warn", text: "Die letzte Bestätigung des Kunden ist über ein Jahr her." };
}

/** The same name, or one that the other begins with: legal forms and places are often left out. */
function isSameName(one: string, other: string): boolean {
  const [a, b] = [normal(one), normal(other)];
  return a !== "" && b !== "" && (a.startsWith(b) || b.startsWith(a));
}
const normal = (name: string) => name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "");
