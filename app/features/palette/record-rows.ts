import {
  AppWindow,
  BookOpen,
  Building2,
  CalendarClock,
  FileSignature,
  Globe,
  ListChecks,
  ListFilter,
  type LucideIcon,
  MessageSquarePlus,
  MessagesSquare,
  MonitorSmartphone,
  Plus,
  Server,
  Siren,
  UserRound,
} from "lucide-react";
import { chatPath } from "../../../contract/chats/chats.ts";
import type { FoundType, SearchAnswer, SearchHit, SearchProposal } from "../../../contract/search/search.ts";
import { formatCalendarDate } from "../../../contract/time/calendar-date.ts";
import type { PaletteRow } from "../../lib/palette-action.ts";
import type { Beside } from "./use-beside-search.ts";

interface FoundTraits {
  /** The heading of its group. */
  many: string;
  /** What it is, where results of all kinds stand together. */
  one: string;
  /** Websites and customers are told apart by their letter. */
  icon?: LucideIcon;
  list?: { path: string; icon: LucideIcon };
}

const traits: Record<FoundType, FoundTraits> = {
  website: { many: "Websites", one: "Website", list: { path: "/websites", icon: AppWindow } },
  domain: { many: "Domains", one: "Domain", icon: Globe, list: { path: "/domains", icon: Globe } },
  host: { many: "Hoster", one: "Hoster", icon: Server, list: { path: "/hosts", icon: Server } },
  customer: { many: "Kunden", one: "Kunde", list: { path: "/customers", icon: Building2 } },
  device: {
    many: "Geräte",
    one: "Gerät",
    icon: MonitorSmartphone,
    list: { path: "/devices", icon: MonitorSmartphone },
  },
  page: { many: "Wiki", one: "Wiki-Seite", icon: BookOpen, list: { path: "/wiki", icon: BookOpen } },
  feedback: {
    many: "Feedback",
    one: "Feedback",
    icon: MessageSquarePlus,
    list: { path: "/feedback", icon: MessageSquarePlus },
  },
  incident: { many: "Störungen", one: "Störung", icon: Siren, list: { path: "/incidents", icon: Siren } },
  contact: { many: "Ansprechpartner", one: "Ansprechpartner", icon: UserRound },
  contract: {
    many: "Verträge",
    one: "Vertrag",
    icon: FileSignature,
    list: { path: "/contracts", icon: FileSignature },
  },
  user: { many: "Team", one: "Team", icon: UserRound },
};

type Navigate = (path: string) => void;

/** Results under the names of their kinds. */
export function hitRows(hits: readonly SearchHit[], navigate: Navigate): PaletteRow[] {
  return hits.map((hit) => ({ ...toRow(hit, navigate), note: noteOf(hit), group: traits[hit.type].many }));
}

/** What tells a result apart, and where what was typed stands in it, when that is not to be seen. */
function noteOf({ note, matched }: SearchHit): string | undefined {
  const found = matched && (matched.value ? `${matched.label}: ${matched.value}` : `in: ${matched.label}`);
  return [note, found].filter(Boolean).join(" · ") || undefined;
}

/** Chats by their titles, tasks and dates of the team's own by their names, each with what it is about. */
export function besideRows({ chats, tasks, dates }: Beside, navigate: Navigate): PaletteRow[] {
  return [
    ...tasks.map(
      (task): PaletteRow => ({
        id: `task:${task.id}`,
        name: task.title,
        note: task.target?.title ?? undefined,
        group: "Aufgaben",
        icon: ListChecks,
        hint: task.dueOn ? formatCalendarDate(task.dueOn) : undefined,
        perform: () => navigate(`/tasks?task=${task.id}`),
      }),
    ),
    ...dates.map(
      ({ id, label, target, href, dueOn }): PaletteRow => ({
        id: `deadline:${id}`,
        name: label,
        note: target?.label,
        group: "Termine",
        icon: CalendarClock,
        hint: formatCalendarDate(dueOn),
        perform: () => navigate(target ? href : `/calendar?month=${dueOn.slice(0, "YYYY-MM".length)}`),
      }),
    ),
    ...chats.map(
      (chat): PaletteRow => ({
        id: `chat:${chat.id}`,
        name: chat.title,
        note: chat.target?.title,
        group: "Chats",
        icon: MessagesSquare,
        perform: () => navigate(chatPath(chat)),
      }),
    ),
  ];
}

/** What was opened last, each with what it is. */
export function recentRows(hits: readonly SearchHit[], navigate: Navigate): PaletteRow[] {
  return hits.map((hit) => ({ ...toRow(hit, navigate), note: traits[hit.type].one, group: "Zuletzt geöffnet" }));
}

function toRow({ type, id, title, status, href, archived }: SearchHit, navigate: Navigate): Omit<PaletteRow, "group"> {
  return {
    id: `${type}:${id}`,
    thingId: id,
    name: title,
    icon: traits[type].icon,
    hint: archived ? "Archiviert" : (status ?? undefined),
    perform: () => navigate(href),
  };
}

const proposalNames: Record<SearchProposal["kind"], { name: string; icon: LucideIcon }> = {
  createWebsite: { name: "Als Website anlegen", icon: Plus },
  createDomain: { name: "Als Domain anlegen", icon: Plus },
  hostsAtAddress: { name: "Wer liegt auf dieser IP?", icon: Server },
};

/** What can be done with what was typed. */
export function proposalRows({ proposals }: SearchAnswer, navigate: Navigate): PaletteRow[] {
  return proposals.map(({ kind, value, href }) => ({
    ...proposalNames[kind],
    id: `proposal:${kind}`,
    note: value,
    group: "Befehle",
    perform: () => navigate(href),
  }));
}

/** Leads on to the list of the kind that came first, with the same text. */
export function listRow({ hits }: SearchAnswer, text: string, navigate: Navigate): PaletteRow[] {
  const { list, many } = traits[hits[0]?.type ?? "user"];
  if (!list || text === "") return [];
  return [
    {
      id: "list",
      name: `${many} mit „${text}“ filtern`,
      group: "Befehle",
      icon: ListFilter,
      perform: () => navigate(`${list.path}?${new URLSearchParams({ q: text })}`),
    },
  ];
}
