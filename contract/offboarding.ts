export const offboardingSteps = ["devices", "responsibilities", "access", "account"] as const;
export type OffboardingStep = (typeof offboardingSteps)[number];
