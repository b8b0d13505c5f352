import { type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { signInPath } from "../../contract/auth/auth.ts";
import { AuthLayout } from "../features/auth/auth-layout.tsx";
import { Enrolment } from "../features/security/enrolment.tsx";
import { DataProvider } from "../lib/api/trpc.tsx";

export const handle = { secure: false };
export const meta: MetaFunction = () => [{ title: "Zweiten Faktor einrichten · MEDIUM TechCenter" }];

export function loader({ context }: LoaderFunctionArgs) {
  if (!context.session) throw redirect(signInPath);
  if (!context.session.mustSetUpSecondFactor) throw redirect("/");
  return null;
}

export default function EnrolmentPage() {
  return (
    <AuthLayout
      title="Zweiten Faktor einrichten"
      text="Die Administration verlangt ihn für dein Konto. Danach geht es weiter."
    >
      <DataProvider>
        <Enrolment />
      </DataProvider>
    </AuthLayout>
  );
}
