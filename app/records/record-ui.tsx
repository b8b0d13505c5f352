import type { LucideIcon } from "lucide-react";
import { type ComponentType, createContext, type ReactNode, useContext } from "react";
import type { BulkSelection } from "../../contract/records/bulk.ts";
import type { RecordType } from "../../contract/records/record-types.ts";
import type { RecordRow } from "../../contract/records/rows.ts";
import type { Ability } from "../../contract/roles.ts";
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

/** The form that a hint below one of its fields is written for. */
export interface HintedForm {
  /** What is typed, by field. */
  values: Readonly<Record<string, unknown>>;
  /** What the record holds; undefined while a new one is created. */
  stored: Readonly<Record<string, unknown>> | undefined;
  /** Undefined while a new record is created. */
  id: string | undefined;
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

/**
 * What is special about the records of one type. The feature declares it in its `record-ui.ts`, and `app/record-uis.ts`
 * lists all of them. The tabs of a type's pages are no part of it: its routes pass them, because every page of the
 * portal loads what stands here.
 */
export interface RecordUi {
  /** Fields that are drawn in a way of their own. */
  values?: Record<string, ComponentType<OwnValueProps>>;
  /** What a card of a list on a phone says at its right, where that is more than what the list's columns say. */
  card?: Card;
  /** Stands for the type in rows; records without one are told apart by their letter. */
  icon?: LucideIcon;
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
  /** What stands below the control of a field. */
  fieldHint?: (name: string, form: HintedForm) => ReactNode;
  /** Further actions on selected records, also on all that a list finds beyond its page. */
  SelectionActions?: ComponentType<SelectionActionsProps>;
  /** Further actions on records that are selected one by one. */
  BulkActions?: ComponentType<BulkActionsProps>;
  bulkExport?: BulkExportFormat;
  listReport?: ListReport;
  /** A further action while there is no record of the type; for those who may edit. */
  emptyAction?: EmptyAction & { ability?: Ability };
  /** Whether the menu of a row leads to the files of the record. */
  hasFilesInMenu?: true;
  /** Whether one is made on the page of what it belongs to, because it has none of its own. */
  isMadeBeside?: true;
  /** Fields that are asked beside the required ones where a record is made from another one's page. */
  askedInPassing?: readonly string[];
}

/** What a card on a phone says at its right, beside the name and beside the note, and on its lower edge. */
interface Card {
  State: ComponentType<{ record: RecordRow }>;
  Fact: ComponentType<{ record: RecordRow }>;
  Edge?: ComponentType<{ record: RecordRow }>;
}

/** A type that is not listed has nothing special. */
export type RecordUis = Partial<Record<RecordType, RecordUi>>;

const RecordUisContext = createContext<RecordUis | undefined>(undefined);

/** Tells everything below it what is special about each record type. */
export const RecordUisProvider = RecordUisContext.Provider;

const plain: RecordUi = {};

/** What is special about a type; nothing outside of a provider. */
export function useRecordUi(type: RecordType): RecordUi {
  return useContext(RecordUisContext)?.[type] ?? plain;
}

/** What is special about every type that has something; nothing outside of a provider. */
export const useRecordUis = (): RecordUis => useContext(RecordUisContext) ?? {};
