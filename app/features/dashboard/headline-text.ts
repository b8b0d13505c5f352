import type { DueList, DueSummary } from "../../../contract/dashboard/dashboard.ts";
import { addDays } from "../../../contract/time/today.ts";
import { capitalize, countWord } from "../../lib/format.ts";

/** A part of the headline: facts are written in ink, the text between them in grey. */
export interface TextRun {
  text: string;
  isFact?: true;
}

interface Known {
  /** Absent as long as it is not known, or could not be read. */
  due?: Pick<DueList, "summary" | "today">;
  unread?: number;
  /** How many incidents are open that concern the person. */
  incidents?: number;
  /** Nothing has been recorded in the portal so far. */
  isEmpty?: boolean;
  /** How many of the first steps stand below, and are not done. */
  stepsLeft?: number;
}

/** The dashboard's one sentence, made of what is known; it never calls a day quiet that it could not look into. */
export function headlineText({ due, unread, incidents = 0, isEmpty = false, stepsLeft = 0 }: Known): TextRun[] {
  const mine = due ? dueClauses(due.summary.mine, due.today) : [];
  const running = incidents > 0 ? [incidentClause(incidents)] : [];
  const clauses = [...running, ...mine, ...(unread ? [unreadClause(unread)] : [])];
  if (clauses.length > 0) return sentence(clauses);
  const team = due ? teamClauses(due.summary.all, due.today) : [];
  if (team.length > 0) return sentence([[{ text: "nichts", isFact: true }, { text: "wartet auf dich" }], ...team]);
  if (due && unread === 0 && isEmpty)
    return [{ text: "Willkommen.", isFact: true }, { text: "Hier ist noch nichts erfasst." }];
  if (due && unread === 0 && stepsLeft > 0)
    return sentence([
      [{ text: `noch ${stepsLeft === 1 ? "ein Schritt" : `${countWord(stepsLeft)} Schritte`}`, isFact: true }],
      [{ text: "dann ist das Portal startklar" }],
    ]);
  if (due && unread === 0) return [{ text: "Alles ruhig.", isFact: true }, { text: "Keine offenen Punkte für dich." }];
  return [{ text: "Dashboard", isFact: true }];
}

const incidentClause = (count: number): TextRun[] => [
  { text: count === 1 ? "eine Störung" : `${countWord(count)} Störungen`, isFact: true },
  { text: count === 1 ? "läuft" : "laufen" },
];

/** „zwei Fristen sind überschritten“, „drei enden bis Dienstag“. */
function dueClauses({ total, overdue, soon, soonUntil }: DueSummary, today: string): TextRun[][] {
  const clauses: TextRun[][] = [];
  if (overdue > 0) clauses.push([{ text: terms(overdue), isFact: true }, { text: `${are(overdue)} überschritten` }]);
  if (soon > 0 && soonUntil)
    clauses.push([
      { text: overdue > 0 ? countWord(soon) : terms(soon), isFact: true },
      { text: `${end(soon)} ${until(soonUntil, today, soon)}` },
    ]);
  const rest = total - overdue - soon;
  if (rest > 0)
    clauses.push([
      { text: rest === 1 ? "ein Punkt" : `${countWord(rest)} Punkte`, isFact: true },
      { text: rest === 1 ? "hat Zeit" : "haben Zeit" },
    ]);
  return clauses;
}

/** „im Team sind zwei Fristen überschritten“, or else „im Team enden drei Fristen bis Dienstag“. */
function teamClauses({ overdue, soon, soonUntil }: DueSummary, today: string): TextRun[][] {
  const [verb, count, rest] =
    overdue > 0
      ? [are(overdue), overdue, "überschritten"]
      : [end(soon), soon, soonUntil && until(soonUntil, today, soon)];
  if (!rest) return [];
  return [[{ text: `im Team ${verb}` }, { text: terms(count), isFact: true }, { text: rest }]];
}

function unreadClause(count: number): TextRun[] {
  return [
    { text: `${countWord(count)} ${count === 1 ? "Benachrichtigung" : "Benachrichtigungen"}`, isFact: true },
    { text: count === 1 ? "wartet auf dich" : "warten auf dich" },
  ];
}

function are(count: number): string {
  return count === 1 ? "ist" : "sind";
}

function end(count: number): string {
  return count === 1 ? "endet" : "enden";
}

function terms(count: number): string {
  return `${countWord(count)} ${count === 1 ? "Frist" : "Fristen"}`;
}

const weekday = new Intl.DateTimeFormat("de-DE", { weekday: "long", timeZone: "UTC" });

/** „heute“, „bis morgen“ or „bis Dienstag“: within the next days a weekday says it all. */
function until(date: string, today: string, count: number): string {
  if (date === today) return "heute";
  const day = date === addDays(today, 1) ? "morgen" : weekday.format(new Date(`${date}T00:00:00Z`));
  if (count > 1) return `bis ${day}`;
  return day === "morgen" ? day : `am ${day}`;
}

/** Joins clauses by commas, begins with a capital and ends with a full stop. */
function sentence(clauses: readonly TextRun[][]): TextRun[] {
  const parts = clauses.flatMap((clause, index) => {
    const mark = index === clauses.length - 1 ? "." : ",";
    return clause.map((run, at) => (at === clause.length - 1 ? { ...run, text: `${run.text}${mark}` } : run));
  });
  const [first, ...rest] = parts;
  if (!first) return [];
  return [{ ...first, text: capitalize(first.text) }, ...rest];
}
