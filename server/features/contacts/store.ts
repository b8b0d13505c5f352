import { contacts as declaration } from "../../../contract/contacts.ts";
import type { RecordStore } from "../../records/store.ts";

export const contacts: RecordStore = {
  declaration,
  table: "contacts",
  titleOf: ({ firstName, lastName }) => [firstName, lastName].filter(Boolean).join(" "),
};
