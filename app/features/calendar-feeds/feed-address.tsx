import { CalendarPlus, TriangleAlert } from "lucide-react";
import { Button } from "../../ui/button.tsx";
import { buttonClass } from "../../ui/button-class.ts";
import { CopyButton } from "../../ui/copy-button.tsx";
import { TextInput } from "../../ui/form/text-input.tsx";
import { Icon } from "../../ui/icon.tsx";

/** The address of a feed, which nobody can read again later. */
export function FeedAddress({ url, onDone }: { url: string; onDone: () => void }) {
  return (
    <div className="mt-[18px]">
      <TextInput
        readOnly
        value={url}
        aria-label="Adresse"
        className="font-mono"
        onFocus={(event) => event.target.select()}
        trailing={<CopyButton text={url} label="Adresse kopieren" />}
      />
      <p className="mt-3 flex gap-2.5 rounded-10 bg-warn-soft px-3 py-2.5 text-ui">
        <Icon of={TriangleAlert} className="mt-0.5 text-warn-text" />
        <span className="min-w-0">
          Trage sie jetzt in deinen Kalender ein: Sie wird nur dieses eine Mal gezeigt. Wer sie kennt, liest deine
          Fristen ohne Anmeldung mit.
        </span>
      </p>
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
