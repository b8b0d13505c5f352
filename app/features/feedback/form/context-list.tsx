import { Link } from "@remix-run/react";
import { X } from "lucide-react";
import type { FeedbackContext } from "../../../../contract/feedback/feedback-entry.ts";
import { keysOf } from "../../../../contract/narrowing.ts";
import { IconButton } from "../../../ui/button.tsx";
import { cx } from "../../../ui/cx.ts";
import { linkClass } from "../../../ui/link-class.ts";

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
      {keysOf(labels).map(
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

interface ContextFieldProps {
  context: FeedbackContext;
  onChange: (context: FeedbackContext | undefined) => void;
}

/** What will be sent along; the person sees it and may take it out. */
export function ContextField({ context, onChange }: ContextFieldProps) {
  return (
    <section aria-label="Kontext" className="rounded-10 border px-3 pb-1 pt-1.5">
      <div className="flex items-center gap-2">
        <p className="min-w-0 flex-1 text-ui text-text-2">
          <span className="font-medium text-text-1">Kontext</span> wird mitgeschickt:
        </p>
        <IconButton icon={X} size="sm" label="Kontext nicht mitschicken" onClick={() => onChange(undefined)} />
      </div>
      <div className="[&_dl>div:last-child]:border-b-0">
        <ContextList context={context} />
      </div>
    </section>
  );
}
