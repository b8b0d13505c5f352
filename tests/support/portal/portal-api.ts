import { createSession, findSession } from "../../../server/auth/sessions.ts";
import { type Api, createCaller } from "../../../server/features/router.ts";
import { toContext } from "../../../server/http/request-context.ts";
import type { TestPortal } from "./portal.ts";

/** The procedures of a running portal as a person calls them from elsewhere. */
export async function apiOf(
  { portal: { services } }: Pick<TestPortal, "portal">,
  person: { id: string },
): Promise<Api> {
  const { token } = await createSession(services.db, { userId: person.id, now: services.now() });
  const signedIn = await findSession(services.db, token, services.now());
  return createCaller(toContext(services, { signedIn, requestId: "test", ip: undefined }));
}
