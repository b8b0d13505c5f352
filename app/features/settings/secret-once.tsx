import { TriangleAlert } from "lucide-react";
import { Button } from "../../ui/button.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { TextInput } from "../../ui/form/text-input.tsx";
import { Icon } from "../../ui/icon.tsx";

interface SecretOnceProps {
  label: string;
  secret: string;
  warning: string;
  onDone: () => void;
}

/** Something that nobody can read again later. */
export function SecretOnce({ label, secret, warning, onDone }: SecretOnceProps) {
  return (
    <div className="mt-[18px]">
      <TextInput
        readOnly
        value={secret}
        aria-label={label}
        className="font-mono"
        onFocus={(event) => event.target.select()}
        trailing={<CopyButton text={secret} label={`${label} kopieren`} />}
      />
      <p className="mt-3 flex gap-2.5 rounded-10 bg-warn-soft px-3 py-2.5 text-ui">
        <Icon of={TriangleAlert} className="mt-0.5 text-warn-text" />
        <span className="min-w-0">{warning}</span>
      </p>
      <div className="mt-[22px] flex justify-end max-md:[&>*]:flex-auto">
        <Button variant="primary" onClick={onDone}>
          Aufbewahrt
        </Button>
      </div>
    </div>
  );
}
