import type { Ref } from "../records/fields.ts";

export const holderTypes = ["user", "customer", "location", "device"] as const;
export type HolderType = (typeof holderTypes)[number];
export const holderLabels: Record<HolderType, string> = {
  user: "Person",
  customer: "Kunde",
  location: "Standort",
  device: "Gerät",
};

export const movementKinds = { checkOut: "Ausgabe", checkIn: "Rückgabe", audit: "Inventur" } as const;
export type MovementKind = keyof typeof movementKinds;

export const conditions = { new: "Neu", good: "Gut", used: "Gebraucht", defective: "Defekt" } as const;

/** What a device can be right after it came back. */
export const returnedStatuses = { available: "Verfügbar", repair: "In Reparatur", retired: "Ausgemustert" } as const;

/** A device as whoever has it sees it. */
export interface HeldDevice {
  id: string;
  title: string;
  assetTag: string | null;
  assignedAt: string | null;
  expectedReturnAt: string | null;
}

export interface Movement {
  id: string;
  kind: MovementKind;
  at: Date;
  from: (Ref & { type: HolderType }) | null;
  to: (Ref & { type: HolderType }) | null;
  by: Ref | null;
  condition: keyof typeof conditions | null;
  /** Checked out, or missing when they should have come back. */
  accessories: string[];
  note: string | null;
  expectedReturnAt: string | null;
}
