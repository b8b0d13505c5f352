import { Link } from "@remix-run/react";
import type { FeedbackContext } from "../../../contract/feedback/feedback-entry.ts";
import { cx } from "../../ui/cx.ts";
import { linkClass } from "../../ui/link-class.ts";

const labels: Record<keyof FeedbackContext, string> = {
  url: "Seite",
  viewport: "Fenster",
  browser: "Browser",
  appVersion: "Version",
  lastErrorId: "Letzter Fehler",
};

/** What the browser told of the page from which somebody wrote. */
export function ContextList({ context }: { context: FeedbackContext }) {
  return (
    <dl>
      {(Object.keys(labels) as (keyof FeedbackContext)[]).map(
        (name) =>
          context[name] && (
            <div key={name} className="grid grid-cols-[96px_minmax(0,1fr)] gap-3 border-b py-2 text-ui">
              <dt className="text-text-3">{labels[name]}</dt>
              <dd className="min-w-0 [overflow-wrap:anywhere]">
                {name === "url" ? (
                  <Link to={context.url} className={cx(linkClass, "max-md:-my-3 max-md:inline-block max-md:py-3")}>
                    {context.url}
                  </Link>
                ) : (
                  context[name]
                )}
              </dd>
            </div>
          ),
      )}
    </dl>
  );
}
