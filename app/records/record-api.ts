import type { RecordType } from "../../contract/records/record-types.ts";
import { useTRPC } from "../lib/api/trpc.tsx";

/** The procedures of a record type; those that every type has, with the same shapes for all. */
export function useRecordApi(type: RecordType) {
  return useTRPC()[type];
}
