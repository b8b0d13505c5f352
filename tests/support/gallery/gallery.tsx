import { useState } from "react";
import { createRoot } from "react-dom/client";
import "../../../app/styles/app.css";
import { Mark, SignInArt } from "../../../app/ui/brand.tsx";
import { Button } from "../../../app/ui/button.tsx";
import { ConfirmDialog } from "../../../app/ui/overlays/confirm-dialog.tsx";
import { Buttons } from "./buttons.tsx";
import { Fields } from "./fields.tsx";
import { Floating } from "./floating.tsx";
import { Pages } from "./pages.tsx";

function Gallery() {
  const [asking, setAsking] = useState(false);
  return (
    <main className="mx-auto max-w-[1360px] px-gutter pb-14 pt-8">
      <h1>Bauteile und Zustände</h1>
      <div className="mt-6 grid gap-x-14 lg:grid-cols-3">
        <div>
          <Buttons />
        </div>
        <div>
          <Fields />
        </div>
        <div>
          <Floating onArchive={() => setAsking(true)} />
          <Button className="mt-6" variant="danger" onClick={() => setAsking(true)}>
            Löschen …
          </Button>
          <ConfirmDialog
            open={asking}
            onOpenChange={setAsking}
            title="„Kanzlei Voss & Partner“ endgültig löschen?"
            description="3 Domains, 1 Website und 14 Verlaufseinträge hängen daran. Das lässt sich nicht rückgängig machen."
            nameToType="Kanzlei Voss & Partner"
            confirmLabel="Endgültig löschen"
            onConfirm={() => setAsking(false)}
          />
        </div>
      </div>
      <Pages />
      <div className="mt-14 flex items-start gap-6">
        <Mark />
        <SignInArt className="h-[450px] flex-1" />
      </div>
    </main>
  );
}

createRoot(document.getElementById("root") as HTMLElement).render(<Gallery />);
