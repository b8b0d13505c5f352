import { v7 } from "uuid";

/** A time-ordered identifier (UUIDv7, RFC 9562) for a new row. */
export function newId(): string {
  return v7();
}
