import { Form, useNavigation } from "@remix-run/react";
import { CircleAlert } from "lucide-react";
import { type ReactNode, useEffect, useRef } from "react";
import type { FieldProblems } from "../../../contract/problems.ts";
import { Button } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";

/** What the action of such a form answers when it refuses; passwords are never sent back. */
export interface AuthRefusal {
  /** About the form as a whole; what is wrong with a field stands there. */
  message?: string;
  fields: FieldProblems;
  values: Record<string, string>;
}

interface AuthFormProps {
  csrfToken: string;
  refusal: AuthRefusal | undefined;
  submitLabel: string;
  pendingLabel: string;
  children: ReactNode;
}

/** A form that the server answers: it works as plain HTML, and puts the focus on the first wrong field. */
export function AuthForm({ csrfToken, refusal, submitLabel, pendingLabel, children }: AuthFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const isPending = useNavigation().formData !== undefined;

  useEffect(() => {
    if (refusal) form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [refusal]);

  return (
    <Form ref={form} method="post" noValidate className="mt-7 grid gap-[18px]">
      <input type="hidden" name="csrfToken" value={csrfToken} />
      {refusal?.message && <FormMessage text={refusal.message} />}
      {children}
      <Button type="submit" variant="primary" size="lg" loading={isPending} loadingLabel={pendingLabel}>
        {submitLabel}
      </Button>
    </Form>
  );
}

/** What went wrong with the form as a whole. */
export function FormMessage({ text }: { text: string }) {
  return (
    <p role="alert" className="flex gap-2 rounded-10 bg-bad-soft px-3 py-2.5 text-ui text-text-1">
      <Icon of={CircleAlert} className="mt-0.5 text-bad-text" />
      <span className="min-w-0">{text}</span>
    </p>
  );
}
