import type { Ability } from "../roles.ts";
import type { Fields } from "./fields.ts";
import type { Filter } from "./filters.ts";
import type { RecordType } from "./record-types.ts";

export interface Sort {
  field: string;
  descending?: true;
}

/** A view that every list of this type has from the start. */
export interface BuiltInView {
  key: string;
  label: string;
  where?: readonly Filter[];
  orderBy?: readonly Sort[];
  archived?: true;
  /** Only records this person is responsible for. */
  mine?: true;
}

export interface FormSection<Names extends string = string> {
  title: string;
  fields: readonly Names[];
}

/**
 * The one declaration of a record type: it drives columns, filter bar, saved views, forms, key data, history labels,
 * export and import mapping. The first field of `titleFields` that has a value names a record.
 */
export interface Declaration<F extends Fields = Fields, Names extends string = keyof F & string> {
  type: RecordType;
  /** Folder, table and URL; `path` is absent where the type has no page of its own. */
  plural: string;
  path?: string;
  /** The relation to the record that it is deleted with, and in whose history it is told of, in spite of its own pages. */
  goesWith?: Names;
  /** Whether its files can be kept as signed: from then on they stay as they are, and a change is a new version. */
  keepsSigned?: true;
  labels: {
    one: string;
    many: string;
    /** „Neue Website“ */
    create: string;
    /** „In Websites suchen …“ */
    search: string;
    /** „die Website“, for running text. */
    definite: string;
    emptyTitle: string;
    emptyText: string;
  };
  fields: F;
  titleField: Names;
  /** The second line of a row, a picker and a search result. */
  noteField?: Names;
  sections: readonly FormSection<Names>[];
  list: {
    /** Shown from the start, in this order; every other field can be added. */
    columns: readonly Names[];
    orderBy: readonly Sort[];
    views: readonly BuiltInView[];
    layouts: readonly ("table" | "tiles")[];
    /** Whom a card names: a person's field or text; the one who is responsible when absent. */
    person?: Names;
    /** Of a list whose URL does not say; comfortable when absent. */
    density?: "comfortable" | "compact";
    /** How much of the window something beside the list takes, in pixels; nothing when absent. */
    beside?: number;
    /** Where the list is, when not at the path of the type. */
    path?: string;
  };
  /** Finds the record that an imported row means: the first that has a value. */
  naturalKeys: readonly Names[];
  /** Beside the title: what tells records of one title apart, by which an imported row without a natural key is found. */
  identity?: readonly Names[];
  /** Fields that only one record may hold together; the last is where that is said. */
  uniqueTogether?: readonly Names[];
  /** What a person may search by beside the title; never holds fields with an `ability`. */
  searchable: readonly Names[];
  /** What only people with `ability` may search by. */
  searchableRestricted?: readonly Names[];
  /** Who may archive and restore, where it is not everybody who may archive records. */
  archivedBy?: Ability;
  /** Nobody brings them along in a file. */
  isImported?: false;
  /** What people call the archive, where they do not call it so. */
  archivedAs?: "trash";
}

/** Checks a declaration against itself and keeps its exact type. */
export function declare<const F extends Fields>(declaration: Declaration<F>): Declaration<F> {
  return declaration;
}
