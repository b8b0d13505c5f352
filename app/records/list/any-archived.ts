import type { ListRecords } from "../../../contract/records/list-input.ts";

/** Asks whether anything is archived: a list without rows is not yet an empty portal. */
export const anyArchived: ListRecords = { page: 1, limit: 1, where: [], archived: true };
