import { isRouteErrorResponse, Link, useRouteError, useRouteLoaderData } from "@remix-run/react";
import { useState } from "react";
import { buttonClass } from "../../ui/button-class.ts";
import { ErrorView } from "../../ui/placeholders/error-page.tsx";
import { useIsOnline } from "../live/use-is-online.ts";
import { useHydrated } from "../use-hydrated.ts";
import { SearchButton } from "./search-button.tsx";

type Explanation = { code: number | string; title: string; help: string; canRetry?: boolean };

const offline: Explanation = {
  code: "offline",
  title: "Keine Verbindung.",
  help: "Der Server ist gerade nicht zu erreichen. Sobald die Verbindung wieder steht, geht es hier weiter.",
  canRetry: true,
};

const broken: Explanation = {
  code: 500,
  title: "Das hat nicht geklappt.",
  help: "Die Seite konnte nicht geladen werden. Bitte versuche es erneut; hilft das nicht, gib die Fehler-ID weiter.",
  canRetry: true,
};

const byStatus: Record<number, Explanation> = {
  401: { code: 401, title: "Bitte melde dich an.", help: "Deine Sitzung ist abgelaufen oder wurde beendet." },
  403: {
    code: 403,
    title: "Das ist nicht für dich freigegeben.",
    help: "Für diese Seite fehlt dir die Berechtigung. Ein Admin kann deine Rolle ändern.",
  },
  404: {
    code: 404,
    title: "Diese Seite gibt es nicht.",
    help: "Vielleicht wurde der Eintrag archiviert oder der Link ist alt.",
  },
  503: { ...offline, code: 503 },
  507: {
    code: 507,
    title: "Der Speicherplatz des Portals ist voll.",
    help: "Lesen geht weiter; speichern lässt sich erst wieder, wenn die Administration Platz geschaffen hat.",
    canRetry: true,
  },
};

/** What stands in place of a page that failed; the words follow the status, other failures are a 500. */
export function RouteProblem({ canSearch }: { canSearch: boolean }) {
  const error = useRouteError();
  const isOnline = useIsOnline();
  const root = useRouteLoaderData<{ requestId: string }>("root");
  const isOfDocument = useIsHydrating();
  const isResponse = isRouteErrorResponse(error);
  const known = isResponse ? byStatus[error.status] : undefined;
  // The router knows pages from the server's list, so without a network every page it has not seen looks missing.
  const texts = isOnline ? (known ?? broken) : offline;
  return (
    <ErrorView
      code={texts.code}
      title={texts.title}
      help={texts.help}
      errorId={isOfDocument && texts !== offline ? root?.requestId : undefined}
      actions={
        <>
          <Link to="/" className={buttonClass({ variant: "primary" })}>
            Zum Dashboard
          </Link>
          {texts.canRetry ? (
            <button type="button" className={buttonClass()} onClick={() => window.location.reload()}>
              Erneut versuchen
            </button>
          ) : (
            canSearch && <SearchButton />
          )}
        </>
      }
    />
  );
}

/** Whether this was rendered with the document, whose request the id belongs to, and not after a later navigation. */
function useIsHydrating(): boolean {
  const isHydrated = useHydrated();
  return useState(!isHydrated)[0];
}
