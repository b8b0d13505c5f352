import type { LucideIcon } from "lucide-react";
import { type ComponentType, createContext, type ReactNode, useContext, useMemo } from "react";
import type { BulkSelection } from "../../contract/records/bulk.ts";
import type { RecordType } from "../../contract/records/record-types.ts";
import type { RecordRow } from "../../contract/records/rows.ts";
import type { Ability } from "../../contract/roles.ts";
import type { LazyModule } from "../ui/overlays/lazy-module.ts";
import type { EmptyAction } from "../ui/placeholders/empty-state.tsx";
import type { Term } from "./term.ts";

/** What a feature's part of the selection bar is given. */
export interface BulkActionsProps {
  ids: readonly string[];
  /** Whether the person may edit what is selected. */
  mayEdit: boolean;
  /** The class of a button in the bar. */
  className: string;
  onDone: () => void;
}

/** What a feature's part of the selection bar is given where it can be done with everything that a list finds. */
export interface SelectionActionsProps {
  selection: BulkSelection;
  className: string;
  onDone: () => void;
}

/** A format in which selected records can be exported beside the tables that every type has. */
export interface BulkExportFormat {
  icon: LucideIcon;
  label: string;
  perform: (ids: readonly string[]) => void;
}

/** What `/api/export/{name}.xlsx` gives about the records that a list finds, beside the list itself. */
export interface ListReport {
  name: string;
  label: string;
}

/** A value that a feature draws by itself. */
export interface OwnValueProps {
  record: RecordRow;
  /** A cell is one line; a page says everything. */
  variant: "cell" | "page";
}

/** Fields that are drawn in a way of their own, in a list and on a page. */
export type OwnValues = Record<string, ComponentType<OwnValueProps>>;

/** What is special about the list of a type; its route passes it. */
export interface ListUi {
  values?: OwnValues;
  /** What a card of a list on a phone says at its right, where that is more than what the list's columns say. */
  card?: Card;
  listReport?: ListReport;
  /** A further action while there is no record of the type; for those who may edit. */
  emptyAction?: EmptyAction & { ability?: Ability };
  /** What can be done with selected records beyond what every record knows. */
  bulk?: LazyModule<BulkUi>;
}

/** What a type adds to the selection bar of its list, which comes once something is selected. */
export interface BulkUi {
  /** Further actions on selected records, also on all that a list finds beyond its page. */
  SelectionActions?: ComponentType<SelectionActionsProps>;
  /** Further actions on records that are selected one by one. */
  BulkActions?: ComponentType<BulkActionsProps>;
  bulkExport?: BulkExportFormat;
}

/** What is special about the page of a record; the route of the type passes it, as it does the tabs. */
export interface PageUi {
  values?: OwnValues;
  /** What stands below the name on the page: the field that says how the record is, and what one needs of it at once. */
  lead?: { state: string; facts: readonly string[] };
  /** Whether the letter of the record stands beside its name on the page; it does when absent. */
  hasLetter?: false;
  /** Whether the page has a column of what the record is tied to; it does when absent. */
  hasRelations?: false;
  /** What the server works out, beside the entered field that it belongs to on the page. */
  derivedBeside?: Record<string, readonly string[]>;
  /** Fields that the page leaves out, because something else says it better. */
  hidden?: readonly string[] | ((record: RecordRow) => readonly string[]);
  /** What stands in the place of something that the server works out and does not find: a way to make one. */
  fillers?: Record<string, ComponentType<{ record: RecordRow }>>;
  /** Stands above the relations of the page. */
  BesideTop?: ComponentType<{ record: RecordRow }>;
  /** The field of the person who has the thing, who is shown among what the record is tied to. */
  holderField?: string;
  /** Stands on the lower edge of the head, where the type has no term. */
  HeadEdge?: ComponentType<{ record: RecordRow }>;
  /** The span of time that the head of the page shows; undefined where the entered dates do not make one. */
  term?: (record: RecordRow, today: string) => Term | undefined;
  /** The field with the address of a console, and the words of the link to it. */
  console?: { field: string; label: string };
  /** Further actions in the head of the page. */
  HeaderActions?: ComponentType<{ record: RecordRow }>;
  /** Further entries of the menu there. */
  MenuActions?: ComponentType<{ record: RecordRow }>;
  /** Stands above the key data on the page. */
  OverviewNotice?: ComponentType<{ record: RecordRow }>;
}

/** What a card on a phone says at its right, beside the name and beside the note, and on its lower edge. */
interface Card {
  State: ComponentType<{ record: RecordRow }>;
  Fact: ComponentType<{ record: RecordRow }>;
  Edge?: ComponentType<{ record: RecordRow }>;
}

interface OwnUi {
  type: RecordType;
  ui: ListUi & PageUi;
}

const OwnUiContext = createContext<OwnUi | undefined>(undefined);

/** Tells the list or the page of a type what is special about it. */
export function OwnUiProvider({ type, ui, children }: OwnUi & { children: ReactNode }) {
  const own = useMemo(() => ({ type, ui }), [type, ui]);
  return <OwnUiContext.Provider value={own}>{children}</OwnUiContext.Provider>;
}

const plain = {};

/** What is special about a type on its own list or page; nothing about the other types there. */
export function useRecordUi(type: RecordType): ListUi & PageUi {
  const own = useContext(OwnUiContext);
  return own?.type === type ? own.ui : plain;
}
