import {
  BookOpen,
  CalendarClock,
  ClipboardCheck,
  FileText,
  Globe,
  ListChecks,
  type LucideIcon,
  MessageSquare,
  Server,
  ShieldCheck,
  TriangleAlert,
  Undo2,
} from "lucide-react";
import type { DateState, DeadlineKind } from "../../../contract/deadlines/deadlines.ts";

/** The icon of each kind, wherever deadlines stand in rows. */
export const deadlineIcons: Record<DeadlineKind, LucideIcon> = {
  domainRenewal: Globe,
  domainCancel: CalendarClock,
  nis2Verification: ShieldCheck,
  hostRenewal: Server,
  hostCancel: CalendarClock,
  contractEnd: FileText,
  contractCancel: CalendarClock,
  warrantyEnd: ShieldCheck,
  leasingEnd: CalendarClock,
  deviceReturn: Undo2,
  deviceAudit: ClipboardCheck,
  avvReview: FileText,
  wikiReview: BookOpen,
  feedbackDue: MessageSquare,
  tlsExpiry: ShieldCheck,
  eol: TriangleAlert,
  task: ListChecks,
  custom: CalendarClock,
};

/** How near a date is, in the colour of its words. */
export const deadlineTones: Record<DateState, string> = {
  over: "font-semibold text-bad-text",
  soon: "text-warn-text",
  later: "text-text-2",
};
