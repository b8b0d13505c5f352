import type { ListUi } from "../../records/record-ui.tsx";
import { customerValues } from "./values.ts";

/** What is special about the list of customers. */
export const customerListUi: ListUi = { values: customerValues };
