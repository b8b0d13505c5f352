import type { RecordType } from "./records/record-types.ts";

/** What can happen to every record. */
export const recordVerbs = ["created", "updated", "archived", "restored", "deleted"] as const;
export type RecordVerb = (typeof recordVerbs)[number];

/** Names of recorded facts, `noun.past-tense`; the one string for history rows and activity sentences. */
const namedChanges = [
  "user.created",
  "user.invited",
  "user.invitation-renewed",
  "user.invitation-withdrawn",
  "user.joined",
  "user.updated",
  "user.role-changed",
  "user.deactivated",
  "user.reactivated",
  "user.password-link-created",
  "user.password-changed",
  "user.signed-in",
  "user.mutes-changed",
  "user.notifications-changed",
  "user.password-reset-asked",
  "user.authenticated",
  "user.totp-added",
  "user.totp-removed",
  "user.recovery-codes-renewed",
  "user.recovery-code-used",
  "user.passkey-added",
  "user.passkey-renamed",
  "user.passkey-removed",
  "user.second-factor-reset",
  "user.sign-in-linked",
  "user.sign-in-unlinked",
  "session.ended",
  "session.all-ended",
  "file.uploaded",
  "notification.updated",
  "notification.deleted",
  "live.sent",
  "device.moved",
  "import.started",
  "import.undone",
  "file.attached",
  "file.detached",
  "file.renamed",
  "setting.updated",
  "apiToken.created",
  "apiToken.revoked",
  "savedView.created",
  "savedView.updated",
  "savedView.deleted",
] as const;
export type ChangeKind = (typeof namedChanges)[number] | `${RecordType}.${RecordVerb}`;
