import { Link } from "@remix-run/react";
import { Button } from "../../../ui/button.tsx";
import { buttonClass } from "../../../ui/button-class.ts";
import { ErrorView } from "../../../ui/placeholders/error-page.tsx";
import { type CopiedText, copyText } from "../copy-text.ts";

/**
 * A page that is not there, or not for this person: nobody can tell which. Whoever was writing in it may take along
 * what was not stored any more.
 */
export function GonePage({ unsaved }: { unsaved?: CopiedText | undefined }) {
  return (
    <div className="px-gutter pt-12 md:pt-[108px]">
      <ErrorView
        code={404}
        title="Diese Seite gibt es nicht."
        help={
          unsaved
            ? "Sie wurde gelöscht, oder du darfst sie nicht mehr sehen. Was du zuletzt geschrieben hast, wurde nicht mehr übernommen: Kopiere es dir, bevor du diese Seite verlässt."
            : "Vielleicht wurde sie gelöscht oder der Link ist alt."
        }
        actions={
          <>
            {unsaved && (
              <Button variant="ink" onClick={() => void copyText(unsaved)}>
                Text kopieren
              </Button>
            )}
            <Link to="/wiki" className={buttonClass({ variant: unsaved ? "ghost" : "primary" })}>
              Zum Wiki
            </Link>
          </>
        }
      />
    </div>
  );
}
