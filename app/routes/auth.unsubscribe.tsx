import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { AuthLayout, LinkToPortal } from "../features/auth/auth-layout.tsx";
import { pageTitle } from "../lib/page-title.ts";
import { buttonClass } from "../ui/button-class.ts";

export const handle = { secure: false };
export const meta = () => pageTitle("E-Mails abbestellen");

export function loader({ request }: LoaderFunctionArgs) {
  const asked = new URL(request.url).searchParams;
  return { token: asked.get("t"), was: asked.get("was"), done: asked.get("done") };
}

const digest = "die tägliche Zusammenfassung";
const mails = "E-Mails zu einzelnen Benachrichtigungen";

/** Where the link at the end of a mail leads; it works without a session, and without scripts. */
export default function UnsubscribePage() {
  const { token, was, done } = useLoaderData<typeof loader>();
  if (done) {
    const what = done === "digest" ? digest : mails;
    return (
      <AuthLayout title="Abbestellt" text={`Du bekommst ${what} nicht mehr. Im Portal siehst du weiterhin alles.`}>
        <LinkToPortal />
      </AuthLayout>
    );
  }
  if (!token) {
    return (
      <AuthLayout title="Link ungültig" text="Dieser Link ist unvollständig. Du kannst E-Mails im Portal abbestellen.">
        <LinkToPortal />
      </AuthLayout>
    );
  }
  return (
    <AuthLayout title="E-Mails abbestellen" text={`Möchtest du ${was === "digest" ? digest : mails} abbestellen?`}>
      <form method="post" action={`/api/mail/unsubscribe?${new URLSearchParams({ t: token })}`} className="mt-7">
        <button type="submit" className={buttonClass({ variant: "primary", size: "lg" })}>
          Abbestellen
        </button>
      </form>
    </AuthLayout>
  );
}
