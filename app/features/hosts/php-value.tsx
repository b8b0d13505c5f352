import { texts } from "../../../contract/records/fields.ts";
import { lazyPart } from "../../lib/lazy-part.tsx";
import type { OwnValueProps } from "../../records/record-ui.tsx";
import { FieldValue } from "../../records/values/field-value.tsx";

/** As the record type declares it, whose whole declaration no page of the portal needs at once. */
const field = texts("PHP-Versionen", "plain");

const plain = ({ values }: OwnValueProps["record"], variant: OwnValueProps["variant"]) => (
  <FieldValue field={field} value={values.phpVersions} name="phpVersions" variant={variant} />
);

const WithSupport = lazyPart(
  async () => (await import("../addresses/host-php.tsx")).HostPhp,
  ({ host }) => plain(host, "page"),
);

/** The versions of PHP; the page of a host says of each how long it is supported. */
export function PhpValue({ record, variant }: OwnValueProps) {
  return variant === "page" ? <WithSupport host={record} /> : plain(record, variant);
}
