import type { OpenedStatusPage } from "../../../contract/status-pages/status-pages.ts";
import { Button } from "../../ui/button.tsx";
import { buttonClass } from "../../ui/button-class.ts";
import { SecretInput, SecretWarning } from "../../ui/secrets/one-time-secret.tsx";

/** The URL of a page that needs no session, which nobody can read again later. */
export function StatusPageUrl({ page: { kind, url }, onDone }: { page: OpenedStatusPage; onDone: () => void }) {
  return (
    <div className="mt-[18px] grid gap-3">
      <SecretInput label="Adresse" secret={url} />
      {kind === "status" && <SecretInput label="Plakette" secret={`${url}/badge.svg`} />}
      <SecretWarning>
        Kopiere die Adresse jetzt: Sie wird nur dieses eine Mal gezeigt. Wer sie kennt, sieht{" "}
        {kind === "wall" ? "Namen und Zustände" : "diese Seite"} ohne Anmeldung, bis du sie widerrufst.
      </SecretWarning>
      <div className="mt-2.5 flex flex-wrap justify-end gap-2 max-md:[&>*]:flex-auto">
        <a href={url} target="_blank" rel="noopener noreferrer" className={buttonClass()}>
          Ansehen
          <span className="sr-only"> (öffnet neues Fenster)</span>
        </a>
        <Button variant="primary" onClick={onDone}>
          Kopiert
        </Button>
      </div>
    </div>
  );
}
