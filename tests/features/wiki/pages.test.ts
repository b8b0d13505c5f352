import { describeRecordCommands } from "../../support/records/record-suite.ts";

describeRecordCommands("page", {
  change: { title: "Neuer Titel", status: "inReview", icon: "📘" },
  wrong: [
    ["title", ""],
    ["title", "x".repeat(201)],
    ["status", "open"],
    ["visibility", "world"],
    ["reviewEveryMonths", 61],
  ],
});
