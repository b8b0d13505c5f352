import {
  type ActionFunctionArgs,
  data,
  type HeadersFunction,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/node";
import { Link, useActionData, useLoaderData } from "@remix-run/react";
import { answerForm } from "../features/auth/answer.ts";
import { AuthForm, type AuthRefusal } from "../features/auth/auth-form.tsx";
import { AuthLayout } from "../features/auth/auth-layout.tsx";
import { buttonClass } from "../ui/button-class.ts";
import { Field } from "../ui/form/field.tsx";
import { TextInput } from "../ui/form/text-input.tsx";
import { linkClass } from "../ui/link-class.ts";

export const handle = { secure: false };
export const meta: MetaFunction = () => [{ title: "Passwort vergessen · MEDIUM TechCenter" }];
export const headers: HeadersFunction = ({ actionHeaders }) => actionHeaders;
export const shouldRevalidate = () => true;

export async function loader({ request, context }: LoaderFunctionArgs) {
  const isSent = new URL(request.url).searchParams.has("sent");
  const { csrfToken } = context.auth;
  return { canMail: await context.auth.canMailPasswords(), isSent, csrfToken };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const form = await request.clone().formData();
  if (String(form.get("email") ?? "").trim() === "") {
    const refusal: AuthRefusal = { fields: { email: ["E-Mail: Pflichtfeld."] }, values: {} };
    return data(refusal, { status: 400 });
  }
  return answerForm(await context.auth.forgetPassword(request));
}

export default function ForgottenPasswordPage() {
  const { canMail, isSent, csrfToken } = useLoaderData<typeof loader>();
  const refusal = useActionData<typeof action>();
  if (!canMail)
    return (
      <AuthLayout
        title="Passwort vergessen?"
        text="Dieses Portal verschickt keine E-Mails. Bitte wende dich an eine Person mit der Rolle Admin. Sie kann dir einen Link für ein neues Passwort geben, der 7 Tage gilt."
      >
        <BackToSignIn />
      </AuthLayout>
    );
  if (isSent)
    return (
      <AuthLayout
        title="Sieh in dein Postfach"
        text="Falls es das Konto gibt, haben wir eine E-Mail geschickt. Der Link darin gilt eine Stunde."
      >
        <BackToSignIn />
      </AuthLayout>
    );
  return (
    <AuthLayout title="Passwort vergessen?" text="Wir schicken dir einen Link, mit dem du ein neues setzt.">
      <AuthForm csrfToken={csrfToken} refusal={refusal} submitLabel="Link schicken" pendingLabel="Schickt …">
        <Field label="E-Mail" errors={refusal?.fields.email}>
          <TextInput
            name="email"
            type="email"
            autoComplete="username"
            defaultValue={refusal?.values.email}
            autoFocus={!refusal}
            required
          />
        </Field>
      </AuthForm>
      <p className="mt-6 text-ui text-text-2">
        <Link to="/auth/signin" className={`${linkClass} max-md:inline-block max-md:py-3`}>
          Zur Anmeldung
        </Link>
      </p>
    </AuthLayout>
  );
}

function BackToSignIn() {
  return (
    <Link to="/auth/signin" className={`${buttonClass({ size: "lg" })} mt-7`}>
      Zur Anmeldung
    </Link>
  );
}
