/** Names of recorded facts, `noun.past-tense`; the one string for history rows and activity sentences. */
export const changeKinds = [
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
  "session.ended",
  "session.all-ended",
  "file.uploaded",
  "notification.updated",
  "notification.deleted",
  "live.sent",
] as const;
export type ChangeKind = (typeof changeKinds)[number];
