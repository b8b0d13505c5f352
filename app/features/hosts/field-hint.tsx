import { lazyPart } from "../../lib/lazy-part.tsx";
import type { FieldHint } from "../../records/record-mark.tsx";

const SharedAddressesHint = lazyPart(
  async () => (await import("./shared-addresses-hint.tsx")).SharedAddressesHint,
  <span>Eine Angabe je Zeile.</span>,
);

/** Whose websites share the addresses that are typed into the form of a host. */
export const hostHint: FieldHint = (name, { values: { ips }, id }) =>
  name === "ips" && <SharedAddressesHint text={typeof ips === "string" ? ips : ""} hostId={id} />;
