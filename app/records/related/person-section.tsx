import { Link } from "@remix-run/react";
import { useId } from "react";
import type { Ref } from "../../../contract/records/fields.ts";
import { PersonAvatar } from "../../lib/people/person-avatar.tsx";
import { recordPath } from "../record-path.ts";

/** A person beside a record, among the records that it is tied to. */
export function PersonSection({ label, person }: { label: string; person: Ref }) {
  const headingId = useId();
  const { id, label: name, image } = person;
  return (
    <section aria-labelledby={headingId} className="border-b pb-2 pt-2 xl:first:pt-0 xl:last:border-b-0">
      <h2 id={headingId} className="flex min-h-8 items-center text-label font-medium text-text-3">
        {label}
      </h2>
      <Link
        to={recordPath("user", id) ?? ""}
        className="flex h-[34px] items-center gap-2.5 rounded-4 text-ui hover:bg-hover max-md:h-11"
      >
        <PersonAvatar person={{ id, name, image }} size={20} />
        <span className="min-w-0 truncate" title={name}>
          {name}
        </span>
      </Link>
    </section>
  );
}
