import type { FormEvent } from "react";
import type { SettingsView } from "../../../contract/settings/sections.ts";
import { type SignInSettings, signInSettings } from "../../../contract/settings/sign-in.ts";
import { z } from "../../../contract/zod.ts";
import { useForm } from "../../lib/form.tsx";
import { useMutate } from "../../lib/mutate.ts";
import { useSession } from "../../lib/session.tsx";
import { useTRPC } from "../../lib/trpc.tsx";
import { UnsavedGuard } from "../../lib/unsaved-guard.tsx";
import { Button } from "../../ui/button.tsx";
import { FormNotice } from "../../ui/form-notice.tsx";
import { Section } from "../../ui/section.tsx";
import { AccountFields } from "./provider-account-fields.tsx";
import { ProviderFields } from "./provider-fields.tsx";
import { RoleFields } from "./provider-role-fields.tsx";
import { RuleField } from "./rule-field.tsx";

const schema = z.object({ ...signInSettings.shape, clientSecret: z.string().max(2000) });
export type SignInValues = SignInSettings & { clientSecret: string };
export type SignInForm = ReturnType<typeof useForm<SignInValues>>;

/** How people sign in: the second factor, and the provider with what it may decide. */
export function SignInSettingsForm({ view }: { view: SettingsView }) {
  const trpc = useTRPC();
  const { update } = useSession();
  const stored = view.values as SignInSettings;
  const fields = useForm<SignInValues>({ schema, initial: { ...stored, clientSecret: "" } });
  const save = useMutate(trpc.setting.update.mutationOptions(), {
    refreshes: ["setting"],
    success: "Gespeichert.",
    onSuccess: () => {
      fields.reset();
      // The new rule may concern whoever has just made it.
      return update();
    },
    onRefused: fields.showRefusal,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (save.isPending || !fields.isValid()) return;
    const { clientSecret, ...values } = fields.values;
    const secrets: Record<string, string> = clientSecret ? { oidcClientSecret: clientSecret } : {};
    save.mutate({ section: "signIn", values, secrets, version: view.version });
  };
  const hasProvider = fields.values.oidcIssuer !== "";
  return (
    <>
      <form ref={fields.form} onSubmit={submit} noValidate>
        {fields.message && <FormNotice text={fields.message} />}
        <Section title="Zweiter Faktor">
          <RuleField fields={fields} />
        </Section>
        <Section title="Anbieter (OpenID Connect)" className="mt-11">
          <ProviderFields fields={fields} secret={view.secrets.oidcClientSecret ?? null} />
        </Section>
        {hasProvider && (
          <>
            <Section title="Rollen" className="mt-11">
              <RoleFields fields={fields} />
            </Section>
            <Section title="Konten" className="mt-11">
              <AccountFields fields={fields} />
            </Section>
          </>
        )}
        <div className="mt-7">
          <Button type="submit" variant="primary" loading={save.isPending} loadingLabel="Speichert …">
            Speichern
          </Button>
        </div>
      </form>
      <UnsavedGuard isDirty={fields.isDirty && !save.isPending} onDiscard={fields.reset} />
    </>
  );
}
