import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { answerForm } from "../features/auth/answer.ts";
import { AuthForm } from "../features/auth/auth-form.tsx";
import { AuthLayout, LinkToPortal } from "../features/auth/auth-layout.tsx";

export const handle = { secure: false };
export const meta: MetaFunction = () => [{ title: "E-Mail-Adresse bestätigen · MEDIUM TechCenter" }];
export const shouldRevalidate = () => true;

export async function loader({ request, context }: LoaderFunctionArgs) {
  const asked = new URL(request.url).searchParams;
  const isDone = asked.has("done");
  const token = asked.get("token") ?? "";
  const email = isDone ? undefined : await context.auth.findEmailChange(token);
  const { csrfToken } = context.auth;
  return data({ isDone, email, token, csrfToken }, { status: isDone || email ? 200 : 404 });
}

export async function action({ request, context }: ActionFunctionArgs) {
  return answerForm(await context.auth.confirmEmail(request));
}

/** Where the link in the mail to a new address leads. A button confirms, because mail scanners open links. */
export default function ConfirmEmailPage() {
  const { isDone, email, token, csrfToken } = useLoaderData<typeof loader>();
  const refusal = useActionData<typeof action>();
  if (isDone)
    return (
      <AuthLayout title="Adresse bestätigt" text="Ab jetzt meldest du dich mit ihr an und bekommst dort E-Mails.">
        <LinkToPortal />
      </AuthLayout>
    );
  if (!email)
    return (
      <AuthLayout
        title="Dieser Link gilt nicht mehr"
        text="Er wurde schon benutzt oder ist abgelaufen. Ändere die Adresse in deinem Konto bitte noch einmal."
      >
        <LinkToPortal />
      </AuthLayout>
    );
  return (
    <AuthLayout title="E-Mail-Adresse bestätigen" text={`Dein Konto bekommt die Adresse ${email}.`}>
      <AuthForm csrfToken={csrfToken} refusal={refusal} submitLabel="Adresse bestätigen" pendingLabel="Bestätigt …">
        <input type="hidden" name="token" value={token} />
      </AuthForm>
    </AuthLayout>
  );
}
