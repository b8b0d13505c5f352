import { isOneOf } from "../narrowing.ts";
import type { RecordType } from "../records/record-types.ts";

/** What a customer can be asked about. */
export const askedTypes = ["domain", "host", "contract"] as const satisfies readonly RecordType[];
export type AskedType = (typeof askedTypes)[number];
/** Whether customers are asked about records of a type. */
export const isAsked = (type: RecordType): type is AskedType => isOneOf(askedTypes, type);

/** What a customer can say. */
export const answers = ["keep", "cancel"] as const;
export type Answer = (typeof answers)[number];
export const answerLabels: Readonly<Record<Answer, string>> = { keep: "Behalten", cancel: "Kündigen" };

export const questionStates = {
  open: "Wartet auf Antwort",
  answered: "Beantwortet",
  withdrawn: "Zurückgezogen",
  expired: "Ohne Antwort abgelaufen",
} as const;
export type QuestionState = keyof typeof questionStates;

/** What somebody is asked about, and until when an answer still counts. */
export interface AskedItem {
  type: AskedType;
  id: string;
  title: string;
  dueOn: string;
  cancelBy: string | null;
}

/** The last day on which an answer changes anything. */
export const lastDayOf = ({ dueOn, cancelBy }: Pick<AskedItem, "dueOn" | "cancelBy">): string => cancelBy ?? dueOn;

/** A customer who can be asked about something of theirs. */
export interface AskableCustomer {
  id: string;
  title: string;
  /** Who has an address and is still there, the main contact first. */
  contacts: { id: string; name: string; email: string }[];
}

/** Who of the customers of a selection can be asked, and how much of it nobody is asked about. */
export interface AskableCustomers<Customer extends AskableCustomer> {
  customers: Customer[];
  withoutCustomer: number;
  /** About these a question waits for its answer. */
  waiting: number;
}

/** Who of the owners of a selection can be asked about what. */
export interface Askable extends AskableCustomers<AskableCustomer & { items: AskedItem[] }> {
  /** Decided, without a date or past it. */
  settled: number;
}

/** What a team sees of a question. */
export interface CustomerQuestion {
  id: string;
  state: QuestionState;
  to: { name: string; email: string };
  askedBy: string | null;
  createdAt: Date;
  /** The first day after which an answer comes too late for something. */
  answerBy: string;
  remindedAt: Date | null;
  /** `ip` is for those who may see who holds a domain. */
  answered: { name: string; at: Date; ip: string | null } | null;
  items: (AskedItem & { decision: Answer | null })[];
}

/** What the page of a link shows: names and dates, and nothing else of the portal. */
export interface PublicQuestion {
  items: PublicItem[];
}
export interface PublicItem {
  /** Names the answer in the form. */
  key: string;
  title: string;
  dueOn: string;
  cancelBy: string | null;
  /** False once its day has passed or it was decided otherwise. */
  isOpen: boolean;
}

/** Days before the last one on which a customer who has not answered is reminded, once. */
export const reminderLead = 7;

/** Domains of many customers, each of whom is asked about their own. */
export const maxAskedDomains = 200;
