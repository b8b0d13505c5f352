import { useQuery } from "@tanstack/react-query";
import { hasAbility } from "../../../contract/roles.ts";
import { useTRPC } from "../../lib/api/trpc.tsx";
import { useRole } from "../../lib/people/use-role.ts";

export interface Attention {
  tone: "warn" | "bad";
  text: string;
}

/** What an admin has to look after, by the path of its section; nothing while all is well. */
export function useAttention(): Record<string, Attention> {
  const trpc = useTRPC();
  const enabled = hasAbility(useRole(), "manageSettings");
  const mail = useQuery(trpc.mail.status.queryOptions({}, { enabled })).data;
  const tasks = useQuery(trpc.task.list.queryOptions({}, { enabled })).data ?? [];
  const webhooks = useQuery(trpc.webhook.list.queryOptions({}, { enabled })).data ?? [];
  const found: Record<string, Attention> = {};
  if (mail && !mail.isConfigured) found["/settings/mail"] = { tone: "warn", text: "Nicht eingerichtet" };
  else if (mail && mail.failedToday > 0)
    found["/settings/mail"] = { tone: "bad", text: `${mail.failedToday} nicht zugestellt` };
  const failed = tasks.filter(({ last }) => last?.error).length;
  if (failed > 0) found["/settings/tasks"] = { tone: "bad", text: `${failed} gescheitert` };
  const off = webhooks.filter(({ disabledReason }) => disabledReason !== null).length;
  if (off > 0) found["/settings/api"] = { tone: "warn", text: `${off} abgeschaltet` };
  return found;
}
