export const pageStatuses = {
  draft: "Entwurf",
  inReview: "In Prüfung",
  published: "Veröffentlicht",
  outdated: "Veraltet",
} as const;
export type PageStatus = keyof typeof pageStatuses;

/** Who may read a page; what lies below it can only be narrowed further. */
export const pageVisibilities = { team: "Team", maintainers: "Nur Betreuer", private: "Nur ich" } as const;
export type PageVisibility = keyof typeof pageVisibilities;

/** The templates that come with the portal; `page.templates` names them. */
export const templateKeys = [
  "template-server-move",
  "template-onboarding",
  "template-website-launch",
  "template-emergency",
  "template-domain-transit",
  "template-domain-redemption",
] as const;
export type TemplateKey = (typeof templateKeys)[number];

/** How deep pages may lie below each other. */
export const maxPageLevels = 12;
export const maxPagesMoved = 200;
/** Of the stored document. */
export const maxContentBytes = 2_000_000;
/** What one person saves within this time of their last save belongs to the same revision. */
export const revisionMinutes = 10;
