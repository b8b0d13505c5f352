import { texts } from "../../../contract/records/fields.ts";
import type { RecordRow } from "../../../contract/records/rows.ts";
import { lazyPart } from "../../lib/lazy-part.tsx";
import type { OwnValueProps } from "../../records/record-ui.tsx";
import { FieldValue } from "../../records/values/field-value.tsx";

const judging = () => import("../addresses/host-software.tsx");

/** As the record type declares it, whose whole declaration no page of the portal needs at once. */
const field = texts("PHP-Versionen", "plain");

const plain = ({ values }: OwnValueProps["record"], variant: OwnValueProps["variant"]) => (
  <FieldValue field={field} value={values.phpVersions} name="phpVersions" variant={variant} />
);

const JudgedPhp = lazyPart(
  async () => (await judging()).HostPhp,
  ({ host }) => plain(host, "page"),
);

/** The versions of PHP; the page of a host says of each how long it is supported. */
export function PhpValue({ record, variant }: OwnValueProps) {
  return variant === "page" ? <JudgedPhp host={record} /> : plain(record, variant);
}

const JudgedSystem = lazyPart<{ host: RecordRow; text: string }>(
  async () => (await judging()).HostSystem,
  ({ text }) => text,
);

/** The operating system, in a list with its version; the page says how long it is good for beside what names it last. */
export function SystemValue({ record, variant }: OwnValueProps) {
  const { os, osVersion } = record.values;
  if (!os) return <span className="text-text-3">–</span>;
  if (variant === "page") return osVersion ? String(os) : <JudgedSystem host={record} text={String(os)} />;
  return (
    <>
      {String(os)}
      {osVersion ? <span className="ml-1.5 text-text-3">{String(osVersion)}</span> : null}
    </>
  );
}

export function SystemVersionValue({ record, variant }: OwnValueProps) {
  const { os, osVersion } = record.values;
  if (!osVersion) return <span className="text-text-3">–</span>;
  return variant === "page" && os ? <JudgedSystem host={record} text={String(osVersion)} /> : String(osVersion);
}
