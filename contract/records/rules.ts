import { contractItems } from "../contract-items/contract-items.ts";
import { customers } from "../customers/customers.ts";
import { isDescribed, minTitleLength } from "../feedback/feedback.ts";
import { readZip } from "../values/postal-address.ts";
import { declarationOf } from "./declarations.ts";
import type { RecordType } from "./record-types.ts";
import type { Rule } from "./schema.ts";
import { onlyWhatIsShown } from "./shown-when.ts";

/**
 * The rules over several fields of a record type. The server judges by them what it is about to store, a form what
 * stands in it; what depends on other records, only the server knows.
 */
export function rulesOf(type: RecordType): readonly Rule[] {
  return [onlyWhatIsShown(declarationOf(type).fields), ...(rules[type] ?? [])];
}

/** The postcode of an address fits its country; without a country it is a German one. */
function zipFitsCountry(address: "billing" | "visit"): Rule {
  return (values) => {
    const name = `${address}Zip` as const;
    const { [name]: zip, [`${address}Country`]: country } = values;
    if (typeof zip !== "string" || country === undefined) return {};
    const reading = readZip(zip, String(country ?? "DE"));
    return "problem" in reading ? { [name]: [`${customers.fields[name].label}: ${reading.problem}`] } : {};
  };
}

const endsAfterStart: Rule = ({ startAt, endAt }) =>
  startAt && endAt && endAt < startAt ? { endAt: ["Vertragsende: Datum liegt vor dem Startdatum."] } : {};

/** What is cancelled or over has a last day, which everything that follows from it is calculated from. */
const hasEndOnceCancelled: Rule = ({ status, endAt }) =>
  (status === "cancelled" || status === "ended") && endAt === null
    ? { endAt: ["Vertragsende: Wann endet der gekündigte Vertrag? Bitte ein Datum angeben."] }
    : {};

/** Notice is given in days or in months. */
const hasOneNotice: Rule = ({ noticeDays, noticeMonths }) =>
  typeof noticeDays === "number" && typeof noticeMonths === "number"
    ? { noticeMonths: ["Kündigungsfrist (Monate): Bitte in Tagen oder in Monaten angeben, nicht in beidem."] }
    : {};

/** A position covers one thing at most. */
const isForOneThing: Rule = (values) => {
  const [, ...more] = (["websiteId", "domainId", "hostId", "deviceId"] as const).filter((name) => values[name]);
  const sentence = (name: (typeof more)[number]) =>
    `${contractItems.fields[name].label}: Eine Position gilt nur für einen Eintrag.`;
  return Object.fromEntries(more.map((name) => [name, [sentence(name)]]));
};

const feedbackIsReadable: Rule = ({ title, kind, description }) => ({
  ...(typeof title === "string" &&
    [...title].length < minTitleLength && { title: [`Titel: Bitte mindestens ${minTitleLength} Zeichen.`] }),
  ...(kind === "bug" &&
    description !== undefined &&
    !isDescribed(description) && {
      description: ["Beschreibung: Was ist passiert? Ein Fehler braucht ein paar Worte."],
    }),
});

const rules: Partial<Record<RecordType, readonly Rule[]>> = {
  customer: [zipFitsCountry("billing"), zipFitsCountry("visit")],
  contract: [endsAfterStart, hasEndOnceCancelled, hasOneNotice],
  domain: [hasOneNotice],
  host: [hasOneNotice],
  contractItem: [isForOneThing],
  feedback: [feedbackIsReadable],
};
