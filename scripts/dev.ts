import "../server/portal/main.ts";
