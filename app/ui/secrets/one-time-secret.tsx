import { TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "../button.tsx";
import { CopyButton } from "../copy-button.tsx";
import { cx } from "../cx.ts";
import { TextInput } from "../form/text-input.tsx";
import { Icon } from "../icon.tsx";

interface OneTimeSecretProps {
  label: string;
  secret: string;
  warning: string;
  onDone: () => void;
}

/** Something that nobody can read again later. */
export function OneTimeSecret({ label, secret, warning, onDone }: OneTimeSecretProps) {
  return (
    <div className="mt-[18px]">
      <SecretInput label={label} secret={secret} />
      <SecretWarning className="mt-3">{warning}</SecretWarning>
      <div className="mt-[22px] flex justify-end max-md:[&>*]:flex-auto">
        <Button variant="primary" onClick={onDone}>
          Aufbewahrt
        </Button>
      </div>
    </div>
  );
}

export function SecretInput({ label, secret }: Pick<OneTimeSecretProps, "label" | "secret">) {
  return (
    <TextInput
      readOnly
      value={secret}
      aria-label={label}
      className="font-mono"
      onFocus={(event) => event.target.select()}
      trailing={<CopyButton text={secret} label={`${label} kopieren`} />}
    />
  );
}

export function SecretWarning({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <p className={cx("flex gap-2.5 rounded-10 bg-warn-soft px-3 py-2.5 text-ui", className)}>
      <Icon of={TriangleAlert} className="mt-0.5 text-warn-text" />
      <span className="min-w-0">{children}</span>
    </p>
  );
}
