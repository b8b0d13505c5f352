import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useEffect } from "react";
import { sameOriginPath, setupPath, signInErrors } from "../../contract/auth.ts";
import { answerForm } from "../features/auth/answer.ts";
import { FormMessage } from "../features/auth/auth-form.tsx";
import { AuthLayout } from "../features/auth/auth-layout.tsx";
import { SignInForm } from "../features/auth/sign-in-form.tsx";
import { useSession } from "../lib/session.tsx";

export const handle = { secure: false };
export const meta: MetaFunction = () => [{ title: "Anmelden · MEDIUM TechCenter" }];
// A refused form needs a fresh token as much as an accepted one.
export const shouldRevalidate = () => true;

export function loader({ request, context }: LoaderFunctionArgs) {
  const url = new URL(request.url);
  const asked = sameOriginPath(url.searchParams.get("callbackUrl") ?? "/", url.origin) ?? "/";
  const callbackUrl = asked.startsWith("/auth/") ? "/" : asked;
  if (context.session) throw redirect(callbackUrl);
  if (context.needsSetup) throw redirect(setupPath);
  const code = url.searchParams.get("error");
  const text = code === null ? undefined : (signInErrors[code as keyof typeof signInErrors] ?? signInErrors.default);
  return { csrfToken: context.auth.csrfToken, callbackUrl, text, isInvitation: code === "SessionRequired" };
}

export async function action({ request, context }: ActionFunctionArgs) {
  return answerForm(await context.auth.signIn(request));
}

export default function SignInPage() {
  const { csrfToken, callbackUrl, text, isInvitation } = useLoaderData<typeof loader>();
  const refusal = useActionData<typeof action>();
  const { status } = useSession();

  useEffect(() => {
    if (status === "authenticated") window.location.replace(callbackUrl);
  }, [status, callbackUrl]);

  return (
    <AuthLayout title="Anmelden" text={isInvitation ? text : undefined}>
      {text && !isInvitation && !refusal && (
        <div className="mt-7">
          <FormMessage text={text} />
        </div>
      )}
      <SignInForm csrfToken={csrfToken} refusal={refusal} callbackUrl={callbackUrl} />
    </AuthLayout>
  );
}
