import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { Link, useActionData, useLoaderData } from "@remix-run/react";
import { signInPath } from "../../contract/auth/auth.ts";
import { restorePath } from "../../contract/backups/restore.ts";
import { answerForm } from "../features/auth/answer.ts";
import { AuthLayout } from "../features/auth/auth-layout.tsx";
import { SetupForm } from "../features/auth/setup-form.tsx";
import { linkClass } from "../ui/link-class.ts";

export const handle = { secure: false };
export const meta: MetaFunction = () => [{ title: "Erstes Konto anlegen · MEDIUM TechCenter" }];
export const shouldRevalidate = () => true;

export function loader({ request, context }: LoaderFunctionArgs) {
  if (!context.needsSetup) throw redirect(context.session ? "/" : signInPath);
  return { csrfToken: context.auth.csrfToken, token: new URL(request.url).searchParams.get("token") ?? "" };
}

export async function action({ request, context }: ActionFunctionArgs) {
  return answerForm(await context.auth.setUp(request));
}

export default function SetupPage() {
  const { csrfToken, token } = useLoaderData<typeof loader>();
  const refusal = useActionData<typeof action>();
  return (
    <AuthLayout title="Erstes Konto anlegen" text="Du wirst Admin: Du richtest das Portal ein und lädst dein Team ein.">
      <SetupForm csrfToken={csrfToken} refusal={refusal} token={token} />
      <p className="mt-7 text-ui text-text-2">
        Das Portal gab es schon?{" "}
        <Link to={`${restorePath}?${new URLSearchParams({ token })}`} className={linkClass}>
          Aus einem Backup zurückspielen
        </Link>
      </p>
    </AuthLayout>
  );
}
