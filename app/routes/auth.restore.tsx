import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { signInPath } from "../../contract/auth/auth.ts";
import { AuthLayout } from "../features/auth/auth-layout.tsx";
import { RestoreForm } from "../features/auth/restore-form.tsx";
import { pageTitle } from "../lib/page-title.ts";

export const handle = { secure: false };
export const meta = () => pageTitle("Backup zurückspielen");

export function loader({ request, context }: LoaderFunctionArgs) {
  if (!context.needsSetup) throw redirect(context.session ? "/" : signInPath);
  return { token: new URL(request.url).searchParams.get("token") ?? "" };
}

export default function RestorePage() {
  const { token } = useLoaderData<typeof loader>();
  return (
    <AuthLayout
      title="Backup zurückspielen"
      text="Alles wird geprüft, bevor es an die Stelle dieses leeren Portals tritt. Danach meldet ihr euch an wie bisher."
    >
      <RestoreForm token={token} />
    </AuthLayout>
  );
}
