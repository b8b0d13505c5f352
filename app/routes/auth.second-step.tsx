import {
  type ActionFunctionArgs,
  type HeadersFunction,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { signInPath } from "../../contract/auth/auth.ts";
import { answerForm } from "../features/auth/answer.ts";
import { AuthLayout } from "../features/auth/auth-layout.tsx";
import { SecondStepForms } from "../features/auth/second-step-forms.tsx";

export const handle = { secure: false };
export const meta: MetaFunction = () => [{ title: "Zweiter Schritt · MEDIUM TechCenter" }];
export const headers: HeadersFunction = ({ actionHeaders }) => actionHeaders;
export const shouldRevalidate = () => true;

const expired = () => redirect(`${signInPath}?error=SecondStepExpired`);

export async function loader({ request, context }: LoaderFunctionArgs) {
  const step = await context.auth.findSecondStep();
  if (!step) throw context.session ? redirect("/") : expired();
  const isRecovery = new URL(request.url).searchParams.get("with") === "recovery";
  return { csrfToken: context.auth.csrfToken, step, isRecovery };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const answer = await context.auth.finishSecondStep(request);
  if (!answer.ok && answer.error === "SecondStepExpired") throw expired();
  return answerForm(answer);
}

export default function SecondStepPage() {
  const { csrfToken, step, isRecovery } = useLoaderData<typeof loader>();
  const refusal = useActionData<typeof action>();
  const text = isRecovery
    ? "Gib einen deiner Wiederherstellungscodes ein. Jeder gilt einmal."
    : step.hasTotp
      ? "Gib den Code aus deiner Authenticator-App ein."
      : "Bestätige die Anmeldung mit deinem Passkey.";
  return (
    <AuthLayout title="Zweiter Schritt" text={text}>
      <SecondStepForms csrfToken={csrfToken} refusal={refusal} step={step} isRecovery={isRecovery} />
    </AuthLayout>
  );
}
