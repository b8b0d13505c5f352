import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { signInPath } from "../../../lib/people/session-client.ts";
import { Button } from "../../../ui/button.tsx";
import { buttonClass } from "../../../ui/button-class.ts";
import { Banner } from "../reading/banner.tsx";
import { hasUnsaved, type SessionStatus } from "../session/session-status.ts";

interface StoppedNoticeProps {
  status: SessionStatus;
  isTrashed: boolean;
  /** Where the page is read. */
  path: string;
  onCopy: () => void;
  /** Forgets what the server does not take, and opens the page as it is stored. */
  onDiscard: () => void;
}

/** Why nobody can write on here, and what becomes of the last words; nothing while writing goes on. */
export function StoppedNotice({ status, isTrashed, path, onCopy, onDiscard }: StoppedNoticeProps) {
  const mayOnlyRead = status.access === "read" || (status.state === "refused" && status.code === 4403);
  const isUnsaved = hasUnsaved(status);
  const copy = isUnsaved && (
    <Button size="sm" variant="on-tint" onClick={onCopy}>
      Text kopieren
    </Button>
  );
  if (status.state === "refused" && status.code === 4401)
    return (
      <Notice
        why="Deine Anmeldung ist abgelaufen."
        fate={
          isUnsaved
            ? "Deine letzten Änderungen liegen auf diesem Gerät und werden übertragen, sobald du dich wieder anmeldest."
            : "Was du geschrieben hast, ist gespeichert."
        }
      >
        <a
          href={`${signInPath}?${new URLSearchParams({ callbackUrl: `${path}?edit` })}`}
          className={buttonClass({ variant: "ink", size: "sm" })}
        >
          Wieder anmelden
        </a>
      </Notice>
    );
  if (mayOnlyRead || isTrashed)
    return (
      <Notice
        why={isTrashed ? "Diese Seite liegt jetzt im Papierkorb." : "Du darfst diese Seite nur noch lesen."}
        fate={
          isUnsaved
            ? "Deine letzten Änderungen liegen auf diesem Gerät und kommen dazu, sobald du hier wieder schreibst."
            : "Was du bis dahin geschrieben hast, ist gespeichert."
        }
      >
        {copy}
        <Link to={path} replace preventScrollReset className={buttonClass({ variant: "ink", size: "sm" })}>
          Zur Seite
        </Link>
      </Notice>
    );
  if (status.state !== "refused") return null;
  return (
    <Notice
      why="Die Seite nimmt deine letzten Änderungen nicht an."
      fate="Sie liegen noch auf diesem Gerät. Kopiere sie dir, bevor du sie hier verwirfst."
    >
      {copy}
      <Button size="sm" variant="ink" onClick={onDiscard}>
        Verwerfen und weiterschreiben
      </Button>
    </Notice>
  );
}

function Notice({ why, fate, children }: { why: string; fate: string; children: ReactNode }) {
  return (
    <Banner label="Schreiben beendet" tone="warn" text={why} note={fate}>
      {children}
    </Banner>
  );
}
