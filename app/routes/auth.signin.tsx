import {
  type ActionFunctionArgs,
  type HeadersFunction,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useEffect } from "react";
import { sameOriginPath, setupPath } from "../../contract/auth/auth.ts";
import { answerForm, refuseEmptyCredentials, sentenceOf } from "../features/auth/answer.ts";
import { FormMessage } from "../features/auth/auth-form.tsx";
import { AuthLayout } from "../features/auth/auth-layout.tsx";
import { OtherSignInMethods } from "../features/auth/other-sign-in-methods.tsx";
import { SignInForm } from "../features/auth/sign-in-form.tsx";
import { useSession } from "../lib/people/session.tsx";

export const handle = { secure: false };
export const meta: MetaFunction = () => [{ title: "Anmelden · MEDIUM TechCenter" }];
export const headers: HeadersFunction = ({ actionHeaders }) => actionHeaders;
// A refused form needs a fresh token as much as an accepted one.
export const shouldRevalidate = () => true;

export async function loader({ request, context }: LoaderFunctionArgs) {
  const url = new URL(request.url);
  const asked = sameOriginPath(url.searchParams.get("callbackUrl") ?? "/", url.origin) ?? "/";
  const callbackUrl = asked.startsWith("/auth/") ? "/" : asked;
  if (context.session) throw redirect(callbackUrl);
  if (context.needsSetup) throw redirect(setupPath);
  const code = url.searchParams.get("error");
  const text = code === null ? undefined : sentenceOf(code);
  const { csrfToken } = context.auth;
  return { csrfToken, callbackUrl, text, isReminder: code === "SessionRequired", offers: await context.auth.offers() };
}

export async function action({ request, context }: ActionFunctionArgs) {
  return (await refuseEmptyCredentials(request)) ?? answerForm(await context.auth.signIn(request));
}

export default function SignInPage() {
  const { csrfToken, callbackUrl, text, isReminder, offers } = useLoaderData<typeof loader>();
  const refusal = useActionData<typeof action>();
  const { status } = useSession();

  useEffect(() => {
    if (status === "authenticated") window.location.replace(callbackUrl);
  }, [status, callbackUrl]);

  return (
    <AuthLayout title="Anmelden" text={isReminder ? text : undefined}>
      {text && !isReminder && !refusal && (
        // As far above the first field as what refuses the form.
        <div className="-mb-2.5 mt-7">
          <FormMessage text={text} />
        </div>
      )}
      <SignInForm csrfToken={csrfToken} refusal={refusal} callbackUrl={callbackUrl} />
      <OtherSignInMethods offers={offers} csrfToken={csrfToken} callbackUrl={callbackUrl} />
      <p className="mt-7 text-meta text-text-3">
        Kommt niemand mehr hinein? Wer den Rechner des Portals betreibt, hilft mit{" "}
        <code className="font-mono [overflow-wrap:anywhere]">techcenter admin reset-password</code>.
      </p>
    </AuthLayout>
  );
}
