import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { entriesOf } from "../../../../contract/narrowing.ts";
import { hasAbility } from "../../../../contract/roles.ts";
import { changeEmail, type EmailChange, type UserProfile, updateUser } from "../../../../contract/users/users.ts";
import { useInvalidate } from "../../../lib/api/invalidate.ts";
import { useMutate } from "../../../lib/api/mutate.ts";
import { problemOf, useTRPC } from "../../../lib/api/trpc.tsx";
import { showToast } from "../../../lib/dialogs/toasts.ts";
import { useForm } from "../../../lib/form/form.tsx";
import { UnsavedGuard } from "../../../lib/form/unsaved-guard.tsx";
import { useSession } from "../../../lib/people/session.tsx";
import { useRole } from "../../../lib/people/use-role.ts";
import { Button } from "../../../ui/button.tsx";
import { Field } from "../../../ui/form/field.tsx";
import { FormNotice } from "../../../ui/form/form-notice.tsx";
import { TextInput } from "../../../ui/form/text-input.tsx";
import { ProfileImage } from "./profile-image.tsx";

const schema = updateUser.shape.body.extend({ email: changeEmail.shape.email });

export function ProfileForm({ profile }: { profile: UserProfile }) {
  const edits = useProfileEdits(profile);
  const { fields, isSaving, hasConflict, asked, submit, discard, reload } = edits;
  return (
    <>
      <form ref={fields.form} onSubmit={submit} noValidate className="mt-[18px] grid max-w-[440px] gap-[18px]">
        {fields.message && (
          <FormNotice text={fields.message}>
            {hasConflict && (
              <Button size="sm" variant="on-tint" onClick={reload}>
                Neu laden
              </Button>
            )}
          </FormNotice>
        )}
        <div className="-mx-2">
          <ProfileImage profile={profile} onSaved={edits.takeVersion} />
        </div>
        <Field label="Name" errors={fields.errorsOf("name")}>
          <TextInput {...fields.control("name")} autoComplete="name" />
        </Field>
        <div>
          <Field label="E-Mail" errors={fields.errorsOf("email")}>
            <TextInput {...fields.control("email")} onBlur={edits.leaveEmail} type="email" autoComplete="email" />
          </Field>
          <p aria-live="polite" className="text-meta text-text-2">
            {asked && `Wir haben einen Link an ${asked} geschickt. Die Adresse gilt, sobald du sie darüber bestätigst.`}
          </p>
        </div>
        <Field label="Telefon" mark="optional" errors={fields.errorsOf("phone")}>
          <TextInput {...fields.control("phone")} type="tel" autoComplete="tel" />
        </Field>
        <Field label="Position" mark="optional" errors={fields.errorsOf("position")}>
          <TextInput {...fields.control("position")} autoComplete="organization-title" />
        </Field>
        <div className="flex flex-wrap gap-2">
          <Button
            type="submit"
            variant="primary"
            disabled={!fields.isDirty}
            loading={isSaving}
            loadingLabel="Speichert …"
          >
            Speichern
          </Button>
          {fields.isDirty && !isSaving && (
            <Button variant="ghost" onClick={discard}>
              Verwerfen
            </Button>
          )}
        </div>
      </form>
      <UnsavedGuard isDirty={fields.isDirty} isSaving={isSaving} onDiscard={discard} />
    </>
  );
}

/** The edits of a profile, with the version that they began with. */
function useProfileEdits(profile: UserProfile) {
  const trpc = useTRPC();
  const { update } = useSession();
  const invalidate = useInvalidate();
  const stored = {
    name: profile.name,
    email: profile.email,
    phone: profile.phone ?? "",
    position: profile.position ?? "",
  };
  const fields = useForm({ schema, initial: stored, draftKey: `profile:${profile.id}` });
  const [hasConflict, setHasConflict] = useState(false);
  // The version that the edits began with: a later one came from somebody else.
  const [version, setVersion] = useState(profile.version);
  useEffect(() => {
    if (!fields.isDirty) setVersion(profile.version);
  }, [fields.isDirty, profile.version]);

  /** What was saved here makes the version one more; any other step came from somebody else. */
  const takeVersion = (saved: number) => setVersion((now) => (saved === now + 1 ? saved : now));

  const sent = useRef(fields.values);
  const save = useMutate(trpc.user.update.mutationOptions(), {
    refreshes: ["user"],
    success: "Gespeichert.",
    onSuccess: ({ version }) => {
      fields.forgetSent(sent.current);
      takeVersion(version);
      setHasConflict(false);
      return update();
    },
    onRefused: (error) => {
      setHasConflict(problemOf(error)?.problem === "conflict" && !problemOf(error)?.fields);
      return fields.showRefusal(error);
    },
  });

  const queryClient = useQueryClient();
  const mayAsk = hasAbility(useRole(), "manageUsers");
  /** Only who sees the addresses of all may learn by asking whose one is; everybody else is told on saving. */
  const leaveEmail = async () => {
    fields.check("email");
    const { email } = fields.values;
    if (!mayAsk || email === stored.email || !schema.shape.email.safeParse(email).success) return;
    const asked = trpc.user.takenEmail.queryOptions({ email, exceptId: profile.id });
    const message = await queryClient.fetchQuery(asked).catch(() => null);
    if (message) fields.refuseValue("email", email, message);
  };

  const newEmail = useNewEmail(profile.id, fields.showRefusal);
  const isSaving = save.isPending || newEmail.isPending;

  const changedBody = () => {
    const { name, phone, position } = fields.values;
    const next = { name, phone: phone.trim() || null, position: position.trim() || null };
    const isChanged = (field: keyof typeof next) => fields.values[field] !== stored[field];
    const body: Partial<typeof next> = Object.fromEntries(entriesOf(next).filter(([field]) => isChanged(field)));
    return body;
  };

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isSaving || !fields.isValid()) return;
    sent.current = fields.values;
    const { email } = fields.values;
    const state = email === stored.email ? "unchanged" : await newEmail.save(email);
    if (!state) return;
    fields.forgetSent({ email });
    const body = changedBody();
    // A new address that counts at once makes the version one more.
    if (state === "changed") takeVersion(version + 1);
    if (Object.keys(body).length > 0)
      save.mutate({ params: { id: profile.id }, body, version: version + (state === "changed" ? 1 : 0) });
  };

  const discard = () => {
    fields.reset();
    setHasConflict(false);
    setVersion(profile.version);
  };

  const reload = () => {
    discard();
    void invalidate(["user"]);
  };

  return {
    fields,
    isSaving,
    hasConflict,
    asked: newEmail.asked,
    leaveEmail: () => void leaveEmail(),
    submit,
    discard,
    reload,
    takeVersion,
  };
}

/** Saves a new address, and knows the one that waits to be confirmed by mail. */
function useNewEmail(id: string, onRefused: (error: unknown) => boolean) {
  const trpc = useTRPC();
  const { update } = useSession();
  const [asked, setAsked] = useState<string>();
  const change = useMutate(trpc.user.changeEmail.mutationOptions(), {
    refreshes: ["user"],
    onSuccess: ({ state }) => {
      if (state === "changed") showToast({ tone: "success", title: "E-Mail-Adresse geändert." });
      return update();
    },
    onRefused,
  });
  return {
    asked,
    isPending: change.isPending,
    /** What came of it; undefined when it was refused. */
    async save(email: string): Promise<EmailChange["state"] | undefined> {
      setAsked(undefined);
      const answer = await change.mutateAsync({ id, email }).catch(() => undefined);
      if (answer?.state === "asked") setAsked(email);
      return answer?.state;
    },
  };
}
