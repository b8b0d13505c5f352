import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { AskForm } from "../features/customer-questions/ask-form.tsx";
import { AskLayout } from "../features/customer-questions/ask-layout.tsx";

export const handle = { secure: false };
export const meta: MetaFunction = () => [
  { title: "Behalten oder kündigen?" },
  { name: "robots", content: "noindex, nofollow" },
];
export const shouldRevalidate = () => false;

export async function loader({ params, context }: LoaderFunctionArgs) {
  const question = await context.ask.find(params.token ?? "");
  return data({ question }, { status: question ? 200 : 404 });
}

/** Only this decides: scanners of mail open links, but send no forms. */
export async function action({ params, request, context }: ActionFunctionArgs) {
  const answer = await context.ask.answer(params.token ?? "", request);
  return data(answer, { status: answer.state === "done" ? 200 : answer.state === "gone" ? 404 : 400 });
}

/** Where the link of „Kunden fragen“ leads; it works without an account, and without scripts. */
export default function AskPage() {
  const { question } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  if (answer?.state === "done")
    return (
      <AskLayout title="Danke, das ist notiert" text="Ihre Antwort ist angekommen. Sie können diese Seite schließen." />
    );
  if (!question || answer?.state === "gone")
    return (
      <AskLayout
        title="Hier gibt es nichts zu entscheiden"
        text="Der Link wurde schon benutzt oder gilt nicht mehr. Melden Sie sich bei uns, wenn Sie noch etwas ändern möchten."
      />
    );
  return <AskForm items={question.items} refusal={answer?.state === "refused" ? answer.message : undefined} />;
}
