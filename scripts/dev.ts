import "../server/main.ts";
