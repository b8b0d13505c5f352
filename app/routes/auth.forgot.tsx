import type { MetaFunction } from "@remix-run/node";
import { Link } from "@remix-run/react";
import { AuthLayout } from "../features/auth/auth-layout.tsx";
import { buttonClass } from "../ui/button-class.ts";

export const handle = { secure: false };
export const meta: MetaFunction = () => [{ title: "Passwort vergessen · MEDIUM TechCenter" }];

export default function ForgottenPasswordPage() {
  return (
    <AuthLayout
      title="Passwort vergessen?"
      text="Bitte wende dich an eine Person mit der Rolle Admin. Sie kann dir einen Link für ein neues Passwort geben, der 7 Tage gilt."
    >
      <Link to="/auth/signin" className={`${buttonClass({ size: "lg" })} mt-7`}>
        Zur Anmeldung
      </Link>
    </AuthLayout>
  );
}
