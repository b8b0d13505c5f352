import { ExternalLink } from "lucide-react";
import type { TextFormat } from "../../../contract/records/fields.ts";
import { Icon } from "../../ui/icon.tsx";
import { linkClass } from "../../ui/link-class.ts";
import { Dot } from "./tag-list.tsx";
import { countryName, phoneText, withoutScheme } from "./value-text.ts";

interface TextValueProps {
  format: TextFormat;
  value: string;
  variant: "cell" | "page";
}

/** Text in the form that its format has: addresses can be followed on pages, and give way to the row's own link in lists. */
export function TextValue({ format, value, variant }: TextValueProps) {
  if (format === "color")
    return (
      <span className="inline-flex items-center gap-1.5">
        <Dot color={value} />
        {value}
      </span>
    );
  const text = textOf(format, value);
  const href = variant === "page" ? hrefOf(format, value) : undefined;
  if (!href) return <span title={value}>{text}</span>;
  const isOutside = href.startsWith("http");
  return (
    <a href={href} className={linkClass} {...(isOutside && { target: "_blank", rel: "noopener noreferrer" })}>
      {text}
      {isOutside && (
        <>
          <Icon of={ExternalLink} size={14} className="ml-1.5 inline-block align-[-2px] text-text-3" />
          <span className="sr-only"> (öffnet neues Fenster)</span>
        </>
      )}
    </a>
  );
}

function textOf(format: TextFormat, value: string): string {
  if (format === "url") return withoutScheme(value);
  if (format === "vaultLink") return "Im Passwortmanager öffnen";
  if (format === "country") return countryName(value);
  if (format === "phone") return phoneText(value);
  return value;
}

function hrefOf(format: TextFormat, value: string): string | undefined {
  if (format === "url" || format === "vaultLink") return /^https?:/.test(value) ? value : undefined;
  if (format === "email") return `mailto:${value}`;
  if (format === "phone") return `tel:${value.replace(/\s/g, "")}`;
  return undefined;
}
