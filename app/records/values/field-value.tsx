import { ExternalLink } from "lucide-react";
import type { Field, LinkRef, Output, Ref } from "../../../contract/records/fields.ts";
import { linksOf, refOf, tagsOf, textOf, textsOf } from "../../../contract/records/read-value.ts";
import type { RecordType } from "../../../contract/records/record-types.ts";
import type { TextFormat } from "../../../contract/values/format-lengths.ts";
import { isThirdCountry } from "../../../contract/values/third-country.ts";
import { formatDateTime, formatNumber } from "../../lib/format.ts";
import { Link } from "../../lib/pages/link.tsx";
import { avatarUrl } from "../../lib/people/avatar-url.ts";
import { Avatar } from "../../ui/avatar/avatar.tsx";
import { cx } from "../../ui/cx.ts";
import { Icon } from "../../ui/icon.tsx";
import { linkClass } from "../../ui/link-class.ts";
import { MissingChip } from "../../ui/status/missing-chip.tsx";
import { Tag } from "../../ui/status/tag.tsx";
import { recordPath } from "../record-path.ts";
import { isEmptyValue, isMissing } from "./empty-value.ts";
import { countryName, formatDay, formatMoney, formatPhone, withoutScheme } from "./format-value.ts";
import { Dot, TagList } from "./tag-list.tsx";

export interface FieldValueProps {
  field: Field;
  value: Output | undefined;
  /** The field's name in its declaration. */
  name?: string;
  /** A cell is one line and leaves out what does not fit; a page shows everything. */
  variant?: "cell" | "page";
}

/** What a field of a record holds, as lists and pages show it. */
export function FieldValue({ field, value, name, variant = "cell" }: FieldValueProps) {
  if (isEmptyValue(value)) return isMissing(field, value) ? <MissingChip /> : <Nothing />;
  switch (field.kind) {
    case "choice":
      return field.options[String(value)] ?? String(value);
    case "choices":
      return textsOf(value)
        .map((option) => field.options[option] ?? option)
        .join(", ");
    case "date":
      return <time dateTime={String(value)}>{formatDay(String(value))}</time>;
    case "instant":
      return <time dateTime={String(value)}>{formatDateTime(new Date(String(value)))}</time>;
    case "integer":
      return <span className="num">{withUnit(Number(value), field.unit)}</span>;
    case "money":
      return <span className="num">{formatMoney(Number(value))}</span>;
    case "flag":
      return value ? "Ja" : <span className="text-text-3">Nein</span>;
    case "relation": {
      const ref = refOf(value);
      return ref && <RelationValue to={field.to} value={ref} variant={variant} />;
    }
    case "links":
      return <LinksValue to={field.to} roles={field.roles} value={linksOf(value)} variant={variant} />;
    case "tags":
      return <TagList tags={tagsOf(value)} max={variant === "cell" ? 2 : 50} isWrapping={variant === "page"} />;
    case "texts":
      return <TextsValue values={textsOf(value)} variant={variant} />;
    case "machine":
      return <Nothing />;
    case "markdown":
      return <span className="text-text-2">{textOf(value).split("\n").find(Boolean)}</span>;
    default:
      return (
        <>
          <TextValue format={field.format} value={textOf(value)} variant={variant} />
          {name === "country" && isThirdCountry(textOf(value)) && (
            <Tag tone="warn" className="ml-2" title="Außerhalb der EU und des EWR">
              Drittland
            </Tag>
          )}
        </>
      );
  }
}

function Nothing() {
  return <span className="text-text-3">–</span>;
}

function withUnit(value: number, unit?: string): string {
  return unit ? `${formatNumber(value)}\u00a0${unit}` : formatNumber(value);
}

function TextsValue({ values, variant }: { values: string[]; variant: "cell" | "page" }) {
  if (variant === "page") return <span className="[overflow-wrap:anywhere]">{values.join(", ")}</span>;
  return (
    <span className="flex min-w-0 items-baseline gap-1.5" title={values.join(", ")}>
      <span className="truncate">{values[0]}</span>
      {values.length > 1 && <span className="num flex-none text-label text-text-3">+{values.length - 1}</span>}
    </span>
  );
}

interface RelationValueProps {
  to: RecordType | "user";
  value: Ref;
  variant: "cell" | "page";
}

function RelationValue({ to, value, variant }: RelationValueProps) {
  if (to === "user")
    return (
      <span className="inline-flex items-center gap-2 align-middle">
        <Avatar personId={value.id} name={value.label} src={avatarUrl(value.image)} size={20} />
        {variant === "page" && value.label}
      </span>
    );
  return <RecordLink to={to} value={value} />;
}

/** The name of another record, as the way to its page where it has one. */
export function RecordLink({ to, value: { id, label } }: { to: RecordType; value: Ref }) {
  const path = recordPath(to, id);
  if (!path) return <span title={label}>{label}</span>;
  return (
    <Link to={path} title={label} className="py-1 hover:underline">
      {label}
    </Link>
  );
}

interface LinksValueProps {
  to: RecordType;
  roles: Record<string, string>;
  value: LinkRef[];
  variant: "cell" | "page";
}

function LinksValue({ to, roles, value, variant }: LinksValueProps) {
  const shown = variant === "cell" ? value.slice(0, 1) : value;
  const rest = value.slice(shown.length);
  const roleless = Object.keys(roles).length < 2;
  return (
    <span className={variant === "cell" ? "flex min-w-0 items-baseline gap-1.5" : "flex flex-wrap gap-x-3"}>
      {shown.map((link) => (
        <span key={`${link.id}-${link.role}`} className="min-w-0 truncate">
          <RecordLink to={to} value={link} />
          {variant === "page" && !roleless && <span className="ml-1.5 text-text-3">{roles[link.role]}</span>}
        </span>
      ))}
      {rest.length > 0 && (
        <span className="num flex-none text-label text-text-3" title={rest.map(({ label }) => label).join(", ")}>
          +{rest.length}
        </span>
      )}
    </span>
  );
}

interface TextValueProps {
  format: TextFormat;
  value: string;
  variant: "cell" | "page";
}

/** Text in the form that its format has: addresses can be followed on pages, and give way to the row's own link in lists. */
function TextValue({ format, value, variant }: TextValueProps) {
  if (format === "color")
    return (
      <span className="inline-flex items-center gap-1.5">
        <Dot color={value} />
        {value}
      </span>
    );
  const text = formattedText(format, value);
  const href = variant === "page" ? hrefOf(format, value) : undefined;
  if (!href) return <span title={value}>{text}</span>;
  const isOutside = href.startsWith("http");
  return (
    <a
      href={href}
      className={cx(linkClass, isOutside && "max-md:inline-block max-md:min-h-6")}
      {...(isOutside && { target: "_blank", rel: "noopener noreferrer" })}
    >
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

function formattedText(format: TextFormat, value: string): string {
  if (format === "url") return withoutScheme(value);
  if (format === "vaultLink") return "Im Passwortmanager öffnen";
  if (format === "country") return countryName(value);
  if (format === "phone") return formatPhone(value);
  return value;
}

function hrefOf(format: TextFormat, value: string): string | undefined {
  if (format === "url" || format === "vaultLink") return /^https?:/.test(value) ? value : undefined;
  if (format === "email") return `mailto:${value}`;
  if (format === "phone") return `tel:${value.replace(/\s/g, "")}`;
  return undefined;
}
