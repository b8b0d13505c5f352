import { TriangleAlert } from "lucide-react";
import type { OpenedStatusPage } from "../../../contract/status-pages/status-pages.ts";
import { Button } from "../../ui/button.tsx";
import { buttonClass } from "../../ui/button-class.ts";
import { CopyButton } from "../../ui/copy-button.tsx";
import { TextInput } from "../../ui/form/text-input.tsx";
import { Icon } from "../../ui/icon.tsx";

/** The address of a page that needs no session, which nobody can read again later. */
export function PageAddress({ page: { kind, url }, onDone }: { page: OpenedStatusPage; onDone: () => void }) {
  return (
    <div className="mt-[18px] grid gap-3">
      <Address label="Adresse" url={url} />
      {kind === "status" && <Address label="Plakette" url={`${url}/badge.svg`} />}
      <p className="flex gap-2.5 rounded-10 bg-warn-soft px-3 py-2.5 text-ui">
        <Icon of={TriangleAlert} className="mt-0.5 text-warn-text" />
        <span className="min-w-0">
          Kopiere die Adresse jetzt: Sie wird nur dieses eine Mal gezeigt. Wer sie kennt, sieht{" "}
          {kind === "wall" ? "Namen und Zustände" : "diese Seite"} ohne Anmeldung, bis du sie widerrufst.
        </span>
      </p>
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

function Address({ label, url }: { label: string; url: string }) {
  return (
    <TextInput
      readOnly
      value={url}
      aria-label={label}
      className="font-mono"
      onFocus={(event) => event.target.select()}
      trailing={<CopyButton text={url} label={`${label} kopieren`} />}
    />
  );
}
