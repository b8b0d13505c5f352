import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { roleLabels } from "../../contract/roles.ts";
import { answerForm } from "../features/auth/answer.ts";
import { AuthLayout } from "../features/auth/auth-layout.tsx";
import { JoinForm } from "../features/auth/join-form.tsx";
import { buttonClass } from "../ui/button-class.ts";

export const handle = { secure: false };
export const meta: MetaFunction = () => [{ title: "Einladung · MEDIUM TechCenter" }];
export const shouldRevalidate = () => true;

export async function loader({ request, context }: LoaderFunctionArgs) {
  const token = new URL(request.url).searchParams.get("token") ?? "";
  const invited = await context.auth.findInvitation(token);
  if (!invited) return data({ invited: undefined }, { status: 404 });
  const { name, email, role } = invited;
  return data({ invited: { name, email }, role: roleLabels[role], token, csrfToken: context.auth.csrfToken });
}

export async function action({ request, context }: ActionFunctionArgs) {
  return answerForm(await context.auth.join(request));
}

export default function JoinPage() {
  const found = useLoaderData<typeof loader>();
  const refusal = useActionData<typeof action>();
  if (!found.invited) return <InvitationGone />;
  const { invited, role, token, csrfToken } = found;
  return (
    <AuthLayout
      title="Willkommen im Team"
      text={`Einladung für ${invited.name}, Rolle ${role}. Lege dein Passwort fest.`}
    >
      <JoinForm csrfToken={csrfToken} refusal={refusal} token={token} invited={invited} />
    </AuthLayout>
  );
}

function InvitationGone() {
  return (
    <AuthLayout
      title="Dieser Link gilt nicht mehr"
      text="Er wurde schon benutzt, zurückgezogen oder ist abgelaufen. Einladungen gelten 7 Tage; wer Admin ist, kann dir einen neuen Link geben."
    >
      <a href="/auth/signin" className={`${buttonClass({ size: "lg" })} mt-7`}>
        Zur Anmeldung
      </a>
    </AuthLayout>
  );
}
