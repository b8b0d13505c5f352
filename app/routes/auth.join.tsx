import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { roleLabels } from "../../contract/roles.ts";
import { answerForm } from "../features/auth/answer.ts";
import { AuthLayout } from "../features/auth/auth-layout.tsx";
import { JoinForm, NewPasswordForm } from "../features/auth/join-form.tsx";
import { buttonClass } from "../ui/button-class.ts";

export const handle = { secure: false };
export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data?.hasJoined ? "Neues Passwort" : "Einladung"} · MEDIUM TechCenter` },
];
export const shouldRevalidate = () => true;

export async function loader({ request, context }: LoaderFunctionArgs) {
  const token = new URL(request.url).searchParams.get("token") ?? "";
  const invited = await context.auth.findInvitation(token);
  if (!invited) return data({ invited: undefined, hasJoined: false }, { status: 404 });
  const { name, email, role, hasJoined } = invited;
  const { csrfToken } = context.auth;
  return data({ invited: { name, email }, hasJoined, role: roleLabels[role], token, csrfToken });
}

export async function action({ request, context }: ActionFunctionArgs) {
  return answerForm(await context.auth.join(request));
}

export default function JoinPage() {
  const found = useLoaderData<typeof loader>();
  const refusal = useActionData<typeof action>();
  if (!found.invited) return <InvitationGone />;
  const { invited, hasJoined, role, token, csrfToken } = found;
  const form = { csrfToken, refusal, token, invited };
  if (hasJoined) {
    return (
      <AuthLayout
        title="Neues Passwort setzen"
        text={`Für ${invited.name}. Danach bist du hier angemeldet, alle bisherigen Sitzungen enden.`}
      >
        <NewPasswordForm {...form} />
      </AuthLayout>
    );
  }
  return (
    <AuthLayout
      title="Willkommen im Team"
      text={`Einladung für ${invited.name}, Rolle ${role}. Lege dein Passwort fest.`}
    >
      <JoinForm {...form} />
    </AuthLayout>
  );
}

function InvitationGone() {
  return (
    <AuthLayout
      title="Dieser Link gilt nicht mehr"
      text="Er wurde schon benutzt, zurückgezogen oder ist abgelaufen. Links gelten 7 Tage; wer Admin ist, kann dir einen neuen Link geben."
    >
      <a href="/auth/signin" className={`${buttonClass({ size: "lg" })} mt-7`}>
        Zur Anmeldung
      </a>
    </AuthLayout>
  );
}
