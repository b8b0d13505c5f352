import type { Session } from "../../contract/auth.ts";
import type { LiveSettings } from "../../contract/live.ts";
import type { Api } from "../trpc/router.ts";

/** What a Remix loader gets; everything the server offers a page comes through here. */
export interface LoadContext {
  session: Session | null;
  /** The tRPC procedures, called in process as the signed-in person. */
  api: Api;
  live: LiveSettings;
  /** Content-Security-Policy nonce of this response. */
  nonce: string;
  requestId: string;
  /** Whether nobody has an account yet. */
  needsSetup: boolean;
}
