import { useEffect, useRef, useState } from "react";
import type { ZodType } from "zod";
import type { SettingSection, Settings, SettingsView } from "../../../contract/settings/sections.ts";
import { useInvalidate } from "../../lib/api/invalidate.ts";
import { useMutate } from "../../lib/api/mutate.ts";
import { problemOf, useTRPC } from "../../lib/api/trpc.tsx";
import { useForm } from "../../lib/form/form.tsx";

interface SectionFormOptions<Section extends SettingSection, Fields> {
  section: Section;
  view: SettingsView<Section>;
  schema: ZodType;
  /** What the controls hold of what is stored, and back. */
  toFields: (values: Settings<Section>) => Fields;
  toValues: (fields: Fields) => Settings<Section>;
  /** The secrets that were typed; those that were not stay as they are. */
  toSecrets?: (fields: Fields) => Record<string, string>;
  onSaved?: () => void | Promise<void>;
}

/**
 * The form of a section of the settings. Only what was edited is sent, with the version that the edits began with; what
 * somebody else has saved meanwhile is a conflict until the person decides.
 */
export function useSectionForm<Section extends SettingSection, Fields extends Record<string, unknown>>({
  section,
  view,
  schema,
  toFields,
  toValues,
  toSecrets,
  onSaved,
}: SectionFormOptions<Section, Fields>) {
  const trpc = useTRPC();
  const invalidate = useInvalidate();
  const stored = view.values;
  const fields = useForm<Fields>({
    schema,
    initial: toFields(stored),
    toInput: (values) => toValues(values),
  });
  const { isDirty } = fields;
  const [base, setBase] = useState(view.version);
  const [hasConflict, setHasConflict] = useState(false);
  useEffect(() => {
    if (!isDirty) setBase(view.version);
  }, [isDirty, view.version]);

  const sent = useRef(fields.values);
  const save = useMutate(trpc.setting.update.mutationOptions(), {
    refreshes: ["setting"],
    success: "Gespeichert.",
    onSuccess: ({ version }) => {
      fields.forgetSent(sent.current);
      // What was typed since goes on top of what was stored here.
      setBase((now) => Math.max(now, version));
      setHasConflict(false);
      return onSaved?.();
    },
    onRefused: (error) => {
      const isConflict = problemOf(error)?.problem === "conflict";
      // What the others have saved is there first: whoever then saves anyway does so on top of it.
      if (isConflict) void invalidate(["setting"]).finally(() => setHasConflict(true));
      else setHasConflict(false);
      return isConflict || fields.showRefusal(error);
    },
  });

  const send = (version: number) => {
    if (save.isPending || !fields.isValid()) return;
    sent.current = fields.values;
    const values = toValues(fields.values);
    const before: Record<string, unknown> = { ...stored };
    const changed = Object.entries(values).filter(
      ([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name]),
    );
    save.mutate({ section, values: Object.fromEntries(changed), secrets: toSecrets?.(fields.values) ?? {}, version });
  };
  const discard = () => {
    fields.reset();
    setHasConflict(false);
  };
  return {
    fields,
    isSaving: save.isPending,
    hasConflict,
    save: () => send(base),
    /** Puts the edits on top of what is stored by now. */
    saveAnyway: () => send(view.version),
    discard,
  };
}
