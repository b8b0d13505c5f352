import type { AskableCustomer, AskableCustomers } from "../customer-questions/customer-questions.ts";

/** What a holder says of the data under which a domain is registered. */
export const holderAnswers = ["right", "wrong"] as const;
export type HolderAnswer = (typeof holderAnswers)[number];
export const holderAnswerLabels: Readonly<Record<HolderAnswer, string>> = {
  right: "Stimmt",
  wrong: "Stimmt nicht",
};

export const confirmationStates = {
  open: "Wartet auf Antwort",
  answered: "Beantwortet",
  withdrawn: "Zurückgezogen",
  expired: "Ohne Antwort abgelaufen",
} as const;
export type ConfirmationState = keyof typeof confirmationStates;

/** Days for which a link can be answered. */
export const confirmationDays = 30;
/** Domains of many customers, each of whom is asked about their own. */
export const maxConfirmedDomains = 200;
/** One mail asks about so many of them. */
export const maxDomainsPerMail = 50;

/** What somebody was asked about one domain, and what came back. */
export interface HolderConfirmation {
  id: string;
  state: ConfirmationState;
  to: { name: string; email: string };
  askedBy: string | null;
  createdAt: Date;
  /** The last day on which the link works. */
  expiresOn: string;
  answered: { name: string; at: Date; ip: string | null } | null;
  answer: HolderAnswer | null;
  correction: string | null;
}

/** Who of the customers of a selection can be asked about which domains. */
export interface HolderAskable
  extends AskableCustomers<AskableCustomer & { domains: { id: string; title: string }[] }> {
  /** Nobody has entered who holds them. */
  withoutHolder: number;
}

/** What the page of a link shows of one domain, and nothing else of the portal. */
export interface PublicHolder {
  /** Names the answer in the form. */
  key: string;
  domain: string;
  holder: { label: string; value: string }[];
  /** Of what is shown: an answer to anything else counts for nothing. */
  fingerprint: string;
}
export interface PublicConfirmation {
  expiresOn: string;
  items: PublicHolder[];
}
