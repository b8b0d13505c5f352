import { Archive, Plus, RefreshCw } from "lucide-react";
import { Avatar } from "../../../app/ui/avatar/avatar.tsx";
import { AvatarStack } from "../../../app/ui/avatar/avatar-stack.tsx";
import { LetterTile } from "../../../app/ui/avatar/letter-tile.tsx";
import { Button } from "../../../app/ui/button.tsx";
import { Badge } from "../../../app/ui/status/badge.tsx";
import { MissingChip } from "../../../app/ui/status/missing-chip.tsx";
import { Status, StatusGlyph } from "../../../app/ui/status/status.tsx";
import { Tag } from "../../../app/ui/status/tag.tsx";
import { Edges } from "./edges.tsx";
import { Part } from "./part.tsx";

export function Buttons() {
  return (
    <>
      <Part name="Knöpfe: Ruhe, Hover, Gedrückt, Fokus, Gesperrt, Lädt">
        <div className="flex flex-wrap gap-2.5">
          <Button variant="primary" icon={Plus}>
            Neu
          </Button>
          <Button variant="primary" icon={Plus} className="!bg-brand-hover">
            Neu
          </Button>
          <Button variant="primary" icon={Plus} className="!bg-brand-press">
            Neu
          </Button>
          <Button variant="primary" icon={Plus} className="outline outline-2 outline-offset-2 outline-focus">
            Neu
          </Button>
          <Button disabled>Gesperrt</Button>
        </div>
        <div className="mt-2.5 flex flex-wrap gap-2.5">
          <Button icon={RefreshCw}>Jetzt prüfen</Button>
          <Button icon={RefreshCw} className="!border-control !bg-sunken">
            Jetzt prüfen
          </Button>
          <Button icon={RefreshCw} loading loadingLabel="Prüft …">
            Prüft …
          </Button>
          <Button variant="ghost" className="!bg-tint-7">
            Abbrechen
          </Button>
          <Button variant="ink">Übernehmen</Button>
        </div>
        <div className="mt-2.5 flex items-center gap-2.5">
          <Button variant="danger" icon={Archive}>
            Archivieren
          </Button>
          <Button variant="danger-fill">Endgültig löschen</Button>
          <Button size="sm">Klein</Button>
        </div>
      </Part>
      <Part name="Status: Form, Farbe, Wort">
        <div className="grid grid-cols-2 gap-x-5 gap-y-1.5">
          <Status state="online" />
          <Status state="degraded" />
          <Status state="offline" />
          <Status state="maintenance" />
          <Status state="unknown" />
          <Status state="paused" />
        </div>
      </Part>
      <Part name="Tags, fehlender Wert">
        <div className="flex flex-wrap items-center gap-2">
          <Tag>Shop</Tag>
          <Tag tone="ok">Aktuell</Tag>
          <Tag tone="out">Update verfügbar 6.9.2</Tag>
          <Tag tone="warn">LTS-Ende 04/26</Tag>
          <Tag tone="bad">Sicherheitsupdate</Tag>
          <Tag tone="mnt">Wartung</Tag>
          <MissingChip onClick={() => {}} />
          <MissingChip>Ohne Vertrag</MissingChip>
        </div>
      </Part>
      <Part name="Menschen: da, abwesend, bearbeitet, offline; 20 bis 60 px">
        <div className="flex items-center gap-4">
          <Avatar name="Jana Petersen" size={20} presence="here" />
          <Avatar name="Sofie Lindner" presence="here" />
          <Avatar name="Kevin Okafor" size={28} presence="away" />
          <Avatar name="Timo Brandt" size={32} presence="edit" />
          <Avatar name="Anna Reuter" size={40} />
          <Avatar name="Jana Petersen" size={60} presence="here" />
        </div>
        <AvatarStack
          className="mt-3.5"
          people={[
            { id: "1", name: "Timo Brandt", presence: "here" },
            { id: "2", name: "Aylin Demir", presence: "edit" },
            { id: "3", name: "Sofie Lindner", presence: "here" },
            { id: "4", name: "Kevin Okafor", presence: "away" },
            { id: "5", name: "Anna Reuter" },
            { id: "6", name: "Mia Schulz" },
            { id: "7", name: "Ole Hansen" },
          ]}
        />
      </Part>
      <Part name="Zähler, Kacheln, Zeichen">
        <div className="flex items-center gap-3">
          <Badge count={3} />
          <Badge count={120} />
          <LetterTile name="Hotel Fährblick" />
          <LetterTile name="Weingut Amsel" size={44} />
          <StatusGlyph state="offline" />
        </div>
      </Part>
      <Edges />
    </>
  );
}
