import type { LucideIcon } from "lucide-react";
import { createContext, type ReactNode, useContext } from "react";
import type { RecordType } from "../../contract/records/record-types.ts";
import { type LazyModule, lazyModule, useLazyModule } from "../ui/overlays/lazy-module.ts";

/** The form that a hint below one of its fields is written for. */
export interface HintedForm {
  /** What is typed, by field. */
  values: Readonly<Record<string, unknown>>;
  /** What the record holds; undefined while a new one is created. */
  stored: Readonly<Record<string, unknown>> | undefined;
  /** Undefined while a new record is created. */
  id: string | undefined;
}

/** What stands below the control of a field. */
export type FieldHint = (name: string, form: HintedForm) => ReactNode;

/**
 * What the pages of other types show of a type. `app/record-marks.ts` lists all of them, and every page of the portal
 * loads them; what only the type's own list, page or form shows is passed by its routes.
 */
export interface RecordMark {
  /** Stands for the type in rows; records without one are told apart by their letter. */
  icon?: LucideIcon;
  /** Whether the menu of a row leads to the files of the record. */
  hasFilesInMenu?: true;
  /** Whether one is made on the page of what it belongs to, because it has none of its own. */
  isMadeBeside?: true;
  /** Fields that are asked beside the required ones where a record is made from another one's page. */
  askedInPassing?: readonly string[];
  /** The hints of its form where that opens over another page. */
  fieldHint?: LazyModule<FieldHint>;
}

/** A type that is not listed has nothing special. */
export type RecordMarks = Partial<Record<RecordType, RecordMark>>;

const RecordMarksContext = createContext<RecordMarks>({});

/** Tells everything below it the marks of the record types. */
export const RecordMarksProvider = RecordMarksContext.Provider;

/** The marks of every type that has some; none outside of a provider. */
export const useRecordMarks = (): RecordMarks => useContext(RecordMarksContext);

const plain: RecordMark = {};

/** The marks of a type; none outside of a provider. */
export const useRecordMark = (type: RecordType): RecordMark => useRecordMarks()[type] ?? plain;

const noHint = lazyModule<FieldHint>(async () => () => undefined);

/** The hints of a type's form over another page; undefined until they have arrived, and where it has none. */
export function useFieldHint(type: RecordType): FieldHint | undefined {
  const { fieldHint } = useRecordMark(type);
  return useLazyModule(fieldHint ?? noHint, fieldHint !== undefined);
}
