import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { sentenceOf } from "../features/auth/answer.ts";
import { AuthLayout } from "../features/auth/auth-layout.tsx";
import { buttonClass } from "../ui/button-class.ts";

export const handle = { secure: false };
export const meta: MetaFunction = () => [{ title: "Anmeldung nicht möglich · MEDIUM TechCenter" }];

export function loader({ request }: LoaderFunctionArgs) {
  return { text: sentenceOf(new URL(request.url).searchParams.get("error") ?? "Configuration") };
}

export default function AuthErrorPage() {
  const { text } = useLoaderData<typeof loader>();
  return (
    <AuthLayout title="Anmeldung nicht möglich" text={text}>
      <a href="/auth/signin" className={`${buttonClass({ size: "lg" })} mt-7`}>
        Zur Anmeldung
      </a>
    </AuthLayout>
  );
}
