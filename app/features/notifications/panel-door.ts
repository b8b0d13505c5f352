import { createDoor } from "../../lib/door.ts";

export const notificationPanelDoor = createDoor();
