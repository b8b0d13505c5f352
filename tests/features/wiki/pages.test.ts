import { describeRecordCommands } from "../../support/records/record-suite.ts";

describeRecordCommands("page", {
  change: { title: "Neuer Titel", status: "inReview", icon: "📘" },
  wrong: [
    ["title", "", /Titel/],
    ["title", "x".repeat(201), "Titel: Höchstens 200 Zeichen."],
    ["status", "open", /Status/],
    ["visibility", "world", /Sichtbar für/],
    ["reviewEveryMonths", 61, /Prüfen alle/],
  ],
});
