import { CalendarPlus } from "lucide-react";
import { Button } from "../../ui/button.tsx";
import { buttonClass } from "../../ui/button-class.ts";
import { Icon } from "../../ui/icon.tsx";
import { SecretInput, SecretWarning } from "../../ui/secrets/one-time-secret.tsx";

/** The URL of a feed, which nobody can read again later. */
export function FeedUrl({ url, onDone }: { url: string; onDone: () => void }) {
  return (
    <div className="mt-[18px]">
      <SecretInput label="Adresse" secret={url} />
      <SecretWarning className="mt-3">
        Trage sie jetzt in deinen Kalender ein: Sie wird nur dieses eine Mal gezeigt. Wer sie kennt, liest deine Fristen
        ohne Anmeldung mit.
      </SecretWarning>
      <div className="mt-[22px] flex flex-wrap justify-end gap-2 max-md:[&>*]:flex-auto">
        <a href={url.replace(/^https?:/, "webcal:")} className={buttonClass()}>
          <Icon of={CalendarPlus} />
          Im Kalender öffnen
        </a>
        <Button variant="primary" onClick={onDone}>
          Eingetragen
        </Button>
      </div>
    </div>
  );
}
