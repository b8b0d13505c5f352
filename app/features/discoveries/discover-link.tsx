import { Link } from "@remix-run/react";
import { ScanSearch } from "lucide-react";
import { hasAbility } from "../../../contract/roles.ts";
import { useRole } from "../../lib/people/use-role.ts";
import { buttonClass } from "../../ui/button-class.ts";
import { cx } from "../../ui/cx.ts";
import { Icon } from "../../ui/icon.tsx";
import { linkClass } from "../../ui/link-class.ts";

/** In the head of the list of websites: the way to many at once. A phone finds it above the form of a new one. */
export function DiscoverLink() {
  if (!hasAbility(useRole(), "editRecords")) return null;
  return (
    <Link to="/discover" className={cx(buttonClass(), "max-md:hidden")}>
      <Icon of={ScanSearch} />
      Aus Adressen
    </Link>
  );
}

/** Above a form that asks for everything: the way that asks for a URL alone. */
export function DiscoverHint() {
  return (
    <p className="mb-5 text-ui text-text-2">
      Nur die Adresse zur Hand?{" "}
      <Link to="/discover" className={cx(linkClass, "max-md:-my-3 max-md:inline-block max-md:py-3")}>
        Prüfen und anlegen
      </Link>{" "}
      findet den Rest heraus, auch für viele auf einmal.
    </p>
  );
}
