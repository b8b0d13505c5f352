import type { ComponentProps } from "react";
import type { Feature } from "../../../contract/live/live-events.ts";
import type { SettingSection } from "../../../contract/settings/sections.ts";
import { useMutate } from "../../lib/api/mutate.ts";
import { useTRPC } from "../../lib/api/trpc.tsx";
import { Field } from "../../ui/form/field.tsx";
import { TextInput } from "../../ui/form/text-input.tsx";

interface ServerFields<Security extends string> {
  values: { port: string; security: Security };
  change(name: "port", value: string): void;
  change(name: "security", value: Security): void;
}

/** Changes how a connection is secured; a usual port becomes the usual one of the new choice. */
export function changeSecurity<Security extends string>(
  fields: ServerFields<Security>,
  usualPorts: Readonly<Record<Security, string>>,
  next: Security,
): void {
  const isUsual = Object.values(usualPorts).includes(fields.values.port);
  fields.change("security", next);
  if (isUsual) fields.change("port", usualPorts[next]);
}

interface HostAndPortProps {
  fields: {
    control: (name: "host" | "port") => ComponentProps<typeof TextInput>;
    errorsOf: (name: "host" | "port") => readonly string[];
  };
  placeholder: string;
}

export function HostAndPort({ fields, placeholder }: HostAndPortProps) {
  return (
    <div className="grid gap-[18px] sm:grid-cols-[minmax(0,1fr)_120px]">
      <Field label="Server" errors={fields.errorsOf("host")}>
        <TextInput {...fields.control("host")} placeholder={placeholder} autoComplete="off" inputMode="url" />
      </Field>
      <Field label="Port" errors={fields.errorsOf("port")}>
        <TextInput {...fields.control("port")} inputMode="numeric" autoComplete="off" />
      </Field>
    </div>
  );
}

/** Removes the password of a section at once, whatever else is being edited. */
export function useForgetPassword(
  section: SettingSection,
  { version, refreshes }: { version: number; refreshes: readonly Feature[] },
): () => void {
  const forgetting = useMutate(useTRPC().setting.update.mutationOptions(), { refreshes, success: "Gespeichert." });
  return () => forgetting.mutate({ section, secrets: { password: null }, version });
}
