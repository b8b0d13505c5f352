import type { LoaderFunctionArgs } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { HydrationBoundary } from "@tanstack/react-query";
import { BookOpenText } from "lucide-react";
import { AllTokens } from "../features/api/tokens/token-list.tsx";
import { SettingsHeader } from "../features/settings/settings-header.tsx";
import { deliveriesQuery, WebhookDeliveryLog } from "../features/webhooks/delivery-log.tsx";
import { WebhookList } from "../features/webhooks/webhook-list.tsx";
import { prefill, queryKeys } from "../lib/api/prefill.ts";
import { pageTitle } from "../lib/page-title.ts";
import { refuseWithout } from "../lib/people/refuse-without.ts";
import { useSession } from "../lib/people/session.tsx";
import { buttonClass } from "../ui/button-class.ts";
import { Icon } from "../ui/icon.tsx";
import { linkClass } from "../ui/link-class.ts";

export const meta = () => pageTitle("API & Webhooks");

const everybody = { all: true } as const;

export async function loader(args: LoaderFunctionArgs) {
  refuseWithout("manageSettings", args);
  const { apiToken, webhook } = args.context.api;
  const input = deliveriesQuery();
  return {
    state: await prefill([
      [queryKeys.apiToken.list.queryKey(everybody), apiToken.list(everybody)],
      [queryKeys.webhook.list.queryKey({}), webhook.list({})],
      [queryKeys.webhook.deliveries.queryKey(input), webhook.deliveries(input)],
    ]),
  };
}

export default function ApiSettingsPage() {
  const { state } = useLoaderData<typeof loader>();
  const { data: session } = useSession();
  return (
    <HydrationBoundary state={state}>
      <SettingsHeader
        title="API & Webhooks"
        actions={
          <Link to="/settings/api/docs" className={buttonClass()}>
            <Icon of={BookOpenText} />
            Dokumentation
          </Link>
        }
      />
      <div className="mt-7 max-w-[860px]">
        <AllTokens />
        <p className="mt-3 text-ui text-text-2">
          Ein eigenes Token erstellst du{" "}
          <Link to={`/users/${session?.user.id ?? ""}/api`} className={linkClass}>
            in deinem Konto
          </Link>
          .
        </p>
        <WebhookList />
        <p className="mt-3 max-w-[640px] text-ui text-text-2">
          Private Adressen erreicht ein Webhook nur, wenn sie unter{" "}
          <Link to="/settings/network" className={linkClass}>
            Netzwerk
          </Link>{" "}
          erlaubt sind.
        </p>
        <WebhookDeliveryLog />
      </div>
    </HydrationBoundary>
  );
}
