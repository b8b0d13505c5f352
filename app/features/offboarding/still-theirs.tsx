import { Link } from "@remix-run/react";
import { useQuery } from "@tanstack/react-query";
import { countThings } from "../../../contract/offboarding/offboarding.ts";
import { useTRPC } from "../../lib/api/trpc.tsx";
import { buttonClass } from "../../ui/button-class.ts";

/** Says on a closed account what still lies with it; nothing where nothing does. */
export function StillTheirs({ userId, name }: { userId: string; name: string }) {
  const query = useQuery(useTRPC().offboarding.get.queryOptions({ id: userId }));
  if (!query.data) return null;
  const { left } = query.data;
  const devices = left.devices.length;
  const others = countThings(left) - devices;
  const parts = [
    devices > 0 && `${devices} ${devices === 1 ? "Gerät" : "Geräte"}`,
    others > 0 && `${others} ${others === 1 ? "Zuständigkeit" : "Zuständigkeiten"}`,
  ].filter(Boolean);
  if (parts.length === 0) return null;
  return (
    <div
      role="status"
      className="mb-7 flex flex-wrap items-center gap-x-4 gap-y-2.5 rounded-6 bg-warn-soft px-4 py-3 text-warn-text"
    >
      <p className="min-w-0 flex-1 basis-64 [overflow-wrap:anywhere]">
        Das Konto ist gesperrt, aber bei {name} liegen noch {parts.join(" und ")}.
      </p>
      <Link to={`/users/${userId}/offboarding`} className={buttonClass({ variant: "on-tint", size: "sm" })}>
        Übergeben
      </Link>
    </div>
  );
}
