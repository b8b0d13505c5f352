import { Pencil } from "lucide-react";
import { type HTMLAttributes, useEffect, useRef, useState } from "react";
import { cx } from "../cx.ts";
import { identityColour, initials } from "./identity.ts";

const SIZES = {
  20: "h-5 w-5 text-[8.5px]",
  24: "h-6 w-6 text-[9.36px]",
  28: "h-7 w-7 text-[10.92px]",
  32: "h-8 w-8 text-[12.48px]",
  40: "h-10 w-10 text-[15.6px]",
  60: "h-[60px] w-[60px] text-[21px]",
} as const;

const RINGS = {
  here: "outline outline-[1.5px] outline-offset-2 outline-ok",
  away: "outline-dashed outline-[1.5px] outline-offset-2 outline-unk",
  edit: "outline outline-[1.5px] outline-offset-2 outline-text-1",
  none: "",
} as const;

const PRESENCE_LABELS = { here: "da", away: "abwesend", edit: "bearbeitet", none: "" } as const;

export type AvatarSize = keyof typeof SIZES;
export type Presence = keyof typeof RINGS;

export type AvatarProps = HTMLAttributes<HTMLSpanElement> & {
  name: string;
  /** What the colour is drawn from; the name, when there is none. */
  personId?: string;
  src?: string | null;
  size?: AvatarSize;
  presence?: Presence;
};

export function Avatar({ name, personId, src, size = 24, presence = "none", className, ...rest }: AvatarProps) {
  const presenceLabel = PRESENCE_LABELS[presence];
  const letters = initials(name);
  return (
    <span
      role="img"
      title={name}
      aria-label={presenceLabel ? `${name}, ${presenceLabel}` : name}
      {...rest}
      className={cx("avatar", SIZES[size], RINGS[presence], identityColour(personId ?? name), className)}
    >
      <span aria-hidden="true" className={letters.length > 2 ? "scale-[.82]" : undefined}>
        {letters}
      </span>
      {src && <Picture key={src} src={src} size={size} />}
      {presence === "edit" && (
        <span className="absolute -bottom-1 -right-[5px] grid h-[13px] w-[13px] place-items-center rounded-full bg-inverse text-on-inverse shadow-[0_0_0_1.5px_var(--surface)]">
          <Pencil size={8} strokeWidth={2.6} aria-hidden="true" />
        </span>
      )}
    </span>
  );
}

/** Lies over the initials, which therefore show while the picture loads and when it cannot be had. */
function Picture({ src, size }: { src: string; size: AvatarSize }) {
  const image = useRef<HTMLImageElement>(null);
  const [broken, setBroken] = useState(false);
  useEffect(() => {
    // A picture of the server's page may have failed before anything listened for it.
    if (image.current?.complete && image.current.naturalWidth === 0 && image.current.src) setBroken(true);
  }, []);
  if (broken) return null;
  return (
    <img
      ref={image}
      src={src}
      alt=""
      width={size}
      height={size}
      loading="lazy"
      decoding="async"
      onError={() => setBroken(true)}
      className="absolute inset-0 h-full w-full rounded-full object-cover"
    />
  );
}
