import { isOneOf } from "../narrowing.ts";
import type { RecordType } from "../records/record-types.ts";

/** What a customer can be asked about. */
export const askedTypes = ["domain", "host", "contract"] as const satisfies readonly RecordType[];
export type AskedType = (typeof askedTypes)[number];
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

/** So many days before the last one a customer who has not answered is reminded, once. */
export const reminderLead = 7;
