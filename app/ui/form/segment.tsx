import type { LucideIcon } from "lucide-react";
import { type FieldsetHTMLAttributes, useId } from "react";
import { cx } from "../cx.ts";
import { Icon } from "../icon.tsx";

export type SegmentOption<Value extends string> = { value: Value; label: string; icon?: LucideIcon };

export type SegmentProps<Value extends string> = Omit<FieldsetHTMLAttributes<HTMLFieldSetElement>, "onChange"> & {
  label: string;
  options: readonly SegmentOption<Value>[];
  value?: Value;
  defaultValue?: Value;
  size?: "sm" | "md";
  name?: string;
  onChange?: (value: Value) => void;
};

/**
 * One choice of a few, as radio buttons; an option with an icon shows only that and keeps its label as a name. The
 * selected part has the ink edge of tabs: its ground alone is too close to the others', and a filled part would be as
 * loud as the primary button beside it.
 */
export function Segment<Value extends string>({
  label,
  options,
  value,
  defaultValue,
  size = "md",
  name,
  onChange,
  className,
  ...rest
}: SegmentProps<Value>) {
  const group = useId();
  return (
    <fieldset
      {...rest}
      className={cx(
        "inline-flex min-w-0 rounded-6 border border-line-strong bg-surface max-md:h-auto",
        size === "sm" ? "h-7" : "h-8",
        className,
      )}
    >
      <legend className="sr-only">{label}</legend>
      {options.map((option) => (
        <label
          key={option.value}
          title={option.icon ? option.label : undefined}
          className={cx(
            "relative inline-flex cursor-pointer items-center gap-1.5 border-r font-medium text-text-2 transition-colors first-of-type:rounded-l-[5px] last-of-type:rounded-r-[5px] last-of-type:border-r-0 hover:text-text-1 has-[:checked]:bg-selected has-[:checked]:text-text-1 has-[:checked]:shadow-[inset_0_-2px_0_var(--text-1)] has-[:focus-visible]:outline has-[:focus-visible]:outline-2 has-[:focus-visible]:outline-offset-2 has-[:focus-visible]:outline-focus max-md:min-h-11 max-md:min-w-11 max-md:justify-center",
            size === "sm" ? "px-2.5 text-[12.5px] leading-5" : "px-[11px] text-ui",
          )}
        >
          <input
            type="radio"
            className="sr-only"
            name={name ?? group}
            value={option.value}
            checked={value === undefined ? undefined : value === option.value}
            defaultChecked={value === undefined ? defaultValue === option.value : undefined}
            onChange={() => onChange?.(option.value)}
          />
          {option.icon ? (
            <>
              <Icon of={option.icon} />
              <span className="sr-only">{option.label}</span>
            </>
          ) : (
            option.label
          )}
        </label>
      ))}
    </fieldset>
  );
}
