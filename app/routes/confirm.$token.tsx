import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { AskLayout } from "../features/customer-questions/ask-layout.tsx";
import { ConfirmForm } from "../features/holder-confirmations/confirm-form.tsx";

export const handle = { secure: false };
export const meta: MetaFunction = () => [
  { title: "Inhaberdaten prüfen" },
  { name: "robots", content: "noindex, nofollow" },
];

export async function loader({ params, context }: LoaderFunctionArgs) {
  const confirmation = await context.confirm.find(params.token ?? "");
  return data({ confirmation }, { status: confirmation ? 200 : 404, headers: { "Cache-Control": "no-store" } });
}

/** Only this confirms: scanners of mail open links, but send no forms. */
export async function action({ params, request, context }: ActionFunctionArgs) {
  const answer = await context.confirm.answer(params.token ?? "", request);
  return data(answer, { status: answer.state === "done" ? 200 : answer.state === "gone" ? 404 : 400 });
}

/** Where the link of „Bitte prüfen Sie Ihre Inhaberdaten“ leads; it works without an account, and without scripts. */
export default function ConfirmPage() {
  const { confirmation } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  if (answer?.state === "done")
    return (
      <AskLayout title="Danke, das ist notiert" text="Ihre Antwort ist angekommen. Sie können diese Seite schließen." />
    );
  if (!confirmation || answer?.state === "gone")
    return (
      <AskLayout
        title="Hier gibt es nichts zu prüfen"
        text="Der Link wurde schon benutzt oder gilt nicht mehr. Melden Sie sich bei uns, wenn sich etwas geändert hat."
      />
    );
  return <ConfirmForm confirmation={confirmation} refusal={answer?.state === "refused" ? answer.message : undefined} />;
}
