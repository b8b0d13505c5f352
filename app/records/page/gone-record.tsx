import { Link } from "@remix-run/react";
import { declarationOf } from "../../../contract/records/declarations.ts";
import type { RecordType } from "../../../contract/records/record-types.ts";
import { buttonClass } from "../../ui/button-class.ts";
import { cx } from "../../ui/cx.ts";

/** Stands in place of a record that was deleted while its page was open. */
export function GoneRecord({ type, title }: { type: RecordType; title: string | undefined }) {
  const { labels, plural } = declarationOf(type);
  return (
    <div role="alert" className="pt-6">
      <h1 className="[overflow-wrap:anywhere]">{title ?? labels.one}</h1>
      <p className="mt-1.5 text-help text-text-2">Dieser Eintrag wurde inzwischen endgültig gelöscht.</p>
      <Link to={`/${plural}`} className={cx(buttonClass({ variant: "primary" }), "mt-5")}>
        Zu {labels.many}
      </Link>
    </div>
  );
}
