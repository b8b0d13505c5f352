import type { ReactNode } from "react";
import { isKeyOf } from "../../../contract/narrowing.ts";
import { phpSupports, updateStates } from "../../../contract/technologies/software.ts";
import type { OwnValueProps } from "../../records/record-ui.tsx";
import { DeviationMark } from "../../records/values/deviation-mark.tsx";
import { Tag, type TagProps } from "../../ui/status/tag.tsx";
import { phpTones, updateTones } from "./software-tones.ts";

interface Judgement {
  tone: NonNullable<TagProps["tone"]>;
  text: string;
}

function judgementOfSystem({ values: { updates } }: OwnValueProps["record"]): Judgement | undefined {
  if (typeof updates !== "string" || !isKeyOf(updateStates, updates) || updates === "unknown") return undefined;
  return { tone: updateTones[updates], text: updateStates[updates] };
}

function judgementOfPhp({ values: { phpSupport } }: OwnValueProps["record"]): Judgement | undefined {
  if (typeof phpSupport !== "string" || !isKeyOf(phpSupports, phpSupport)) return undefined;
  return { tone: phpTones[phpSupport], text: phpSupports[phpSupport] };
}

/** The system of a website, in a list with its version and a mark where that is not to stay. */
export function SystemValue({ record, variant }: OwnValueProps) {
  const { cms, cmsVersion } = record.values;
  if (variant === "page") return <span className="[overflow-wrap:anywhere]">{textOf(cms)}</span>;
  return (
    <Marked judgement={judgementOfSystem(record)}>
      {textOf(cms)}
      {cmsVersion ? <span className="num ml-1.5 font-450">{String(cmsVersion)}</span> : null}
    </Marked>
  );
}

/** The version of the system, with how long it is good for. */
export const VersionValue = ({ record, variant }: OwnValueProps) => (
  <Version version={record.values.cmsVersion} judgement={judgementOfSystem(record)} variant={variant} />
);

/** The version of PHP, with how long it is supported. */
export const PhpValue = ({ record, variant }: OwnValueProps) => (
  <Version version={record.values.phpVersion} judgement={judgementOfPhp(record)} variant={variant} />
);

interface VersionProps extends Pick<OwnValueProps, "variant"> {
  version: unknown;
  judgement: Judgement | undefined;
}

function Version({ version, judgement, variant }: VersionProps) {
  if (!version) return nothing;
  if (variant === "cell") return <Marked judgement={judgement}>{String(version)}</Marked>;
  return (
    <span className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
      <span className="num">{String(version)}</span>
      {judgement && <Tag tone={judgement.tone}>{judgement.text}</Tag>}
    </span>
  );
}

/** A cell has no room for a chip: colour and shape tell it, and the words for whoever asks or listens. */
function Marked({ judgement, children }: { judgement: Judgement | undefined; children: ReactNode }) {
  if (judgement?.tone !== "bad" && judgement?.tone !== "warn") return <span>{children}</span>;
  const { tone, text } = judgement;
  return <DeviationMark deviation={{ tone, text }}>{children}</DeviationMark>;
}

const textOf = (value: unknown) => (value ? String(value) : nothing);

const nothing = <span className="text-text-3">–</span>;

/** How up to date the system of a website is, in a list. */
export function UpdatesValue({ record: { values } }: OwnValueProps) {
  const { updates } = values;
  if (typeof updates !== "string" || !isKeyOf(updateStates, updates)) return nothing;
  return <Tag tone={updateTones[updates]}>{updateStates[updates]}</Tag>;
}

/** How long the PHP of a website is supported, in a list. */
export function PhpSupportValue({ record: { values } }: OwnValueProps) {
  const { phpSupport } = values;
  if (typeof phpSupport !== "string" || !isKeyOf(phpSupports, phpSupport)) return nothing;
  return <Tag tone={phpTones[phpSupport]}>{phpSupports[phpSupport]}</Tag>;
}
