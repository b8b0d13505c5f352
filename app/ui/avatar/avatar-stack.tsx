import type { HTMLAttributes } from "react";
import { cx } from "../cx.ts";
import { Avatar, type AvatarSize, type Presence } from "./avatar.tsx";

export type StackPerson = { id: string; name: string; src?: string | null; presence?: Presence };

export type AvatarStackProps = HTMLAttributes<HTMLDivElement> & {
  people: readonly StackPerson[];
  size?: AvatarSize;
  max?: number;
};

/** Side by side and never overlapping, so that every ring can be read. */
export function AvatarStack({ people, size = 28, max = 4, className, ...rest }: AvatarStackProps) {
  if (people.length === 0) return null;
  const hidden = people.slice(max);
  return (
    <div {...rest} className={cx("flex items-center gap-2.5 p-[3px]", className)}>
      {people.slice(0, max).map(({ id, ...person }) => (
        <Avatar key={id} personId={id} size={size} {...person} />
      ))}
      {hidden.length > 0 && (
        <span className="num -ml-px text-label text-text-2" title={hidden.map((person) => person.name).join(", ")}>
          +{hidden.length}
          <span className="sr-only"> weitere: {hidden.map((person) => person.name).join(", ")}</span>
        </span>
      )}
    </div>
  );
}
