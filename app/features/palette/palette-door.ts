import { createDoor } from "../../lib/door.ts";

export const paletteDoor = createDoor();
