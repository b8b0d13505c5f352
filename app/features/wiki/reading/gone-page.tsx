import { Link } from "@remix-run/react";
import { buttonClass } from "../../../ui/button-class.ts";
import { ErrorView } from "../../../ui/error-page.tsx";

/** A page that is not there, or not for this person: nobody can tell which. */
export function GonePage() {
  return (
    <div className="px-gutter pt-12 md:pt-[108px]">
      <ErrorView
        code={404}
        title="Diese Seite gibt es nicht."
        help="Vielleicht wurde sie gelöscht oder der Link ist alt."
        actions={
          <Link to="/wiki" className={buttonClass({ variant: "primary" })}>
            Zum Wiki
          </Link>
        }
      />
    </div>
  );
}
