import { KeyRound } from "lucide-react";
import { useState } from "react";
import { findSecrets, secretLabels } from "../../../../contract/document/secrets.ts";
import { Button } from "../../../ui/button.tsx";
import { Icon } from "../../../ui/icon.tsx";

interface NoteSecretsProps {
  value: string;
  /** Selects a part of the text, so that one key takes it out. */
  onShow: (start: number, end: number) => void;
}

/** Warns as soon as somebody writes into notes what belongs into the password manager; what was there before is not told. */
export function NoteSecrets({ value, onShow }: NoteSecretsProps) {
  const [known, setKnown] = useState(() => textsOf(value));
  const found = findSecrets(value).filter(({ start, end }) => !known.includes(value.slice(start, end)));
  const [first] = found;
  return (
    <div role="alert">
      {first && (
        <div className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-2 rounded-10 bg-warn-soft px-4 py-2.5 text-ui">
          <Icon of={KeyRound} className="text-warn-text" />
          <p className="min-w-[220px] flex-1">
            Das sieht nach Zugangsdaten aus. Bitte in den Passwortmanager.
            <span className="block text-meta text-text-2">
              {[...new Set(found.map(({ kind }) => secretLabels[kind]))].join(", ")}
            </span>
          </p>
          <Button size="sm" variant="on-tint" onClick={() => onShow(first.start, first.end)}>
            Stelle zeigen
          </Button>
          <Button size="sm" variant="on-tint" onClick={() => setKnown(textsOf(value))}>
            Trotzdem behalten
          </Button>
        </div>
      )}
    </div>
  );
}

const textsOf = (value: string) => findSecrets(value).map(({ start, end }) => value.slice(start, end));
