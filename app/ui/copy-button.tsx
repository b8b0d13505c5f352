import { Check, Copy } from "lucide-react";
import { useEffect, useState } from "react";
import { Button, IconButton, type IconButtonProps } from "./button.tsx";

export type CopyButtonProps = Omit<IconButtonProps, "icon" | "label" | "onClick"> & {
  text: string;
  label?: string;
  /** Says what it copies, where it does not stand beside it. */
  showsLabel?: boolean;
};

export function CopyButton({ text, label = "Kopieren", showsLabel = false, size = "sm", ...rest }: CopyButtonProps) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), 2000);
    return () => clearTimeout(timer);
  }, [copied]);
  // A page without TLS has no clipboard; the text beside the button can still be selected.
  const copy = () =>
    navigator.clipboard?.writeText(text).then(
      () => setCopied(true),
      () => setCopied(false),
    );
  const icon = copied ? Check : Copy;
  return (
    <>
      {showsLabel ? (
        <Button {...rest} size={size} icon={icon} onClick={copy}>
          {label}
        </Button>
      ) : (
        <IconButton {...rest} size={size} icon={icon} label={label} onClick={copy} />
      )}
      <span role="status" className="sr-only">
        {copied ? "Kopiert" : ""}
      </span>
    </>
  );
}
