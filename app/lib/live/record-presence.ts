import { useEffect, useMemo } from "react";
import { boardChannel, type RecordMember, recordChannel } from "../../../contract/records/record-channel.ts";
import type { RecordType } from "../../../contract/records/record-types.ts";
import { useSession } from "../people/session.tsx";
import { useLive } from "./live-store.ts";
import { enterRoom, type Stance } from "./rooms.ts";

export interface RecordPresence {
  /** Other people who have the record open, without those who edit it. */
  viewers: readonly RecordMember[];
  /** Other people who edit the record. */
  editors: readonly RecordMember[];
  /** Whether this person edits it in another window. */
  isEditingElsewhere: boolean;
}

/** Shows everyone that this person looks at a record, while mounted, and returns who else has it open. */
export function useRecordPresence(type: RecordType, id: string): RecordPresence {
  return useRoom(type, id, "looking");
}

/** Shows everyone that this person edits a record, while mounted, and returns who else has it open. */
export function useEditingPresence(type: RecordType, id: string): RecordPresence {
  return useRoom(type, id, "editing");
}

/**
 * Shows everyone in the room of a board that this person looks at it, or at the record `at` of it, while mounted;
 * returns the other people who are there, and where.
 */
export function useBoardRoom(type: RecordType, at?: string): readonly RecordMember[] {
  const channel = boardChannel(type);
  const ownId = useSession().data?.user.id;
  useEffect(() => enterRoom(channel, at === undefined ? "looking" : `at:${at}`), [channel, at]);
  const members = useLive((live) => live.rooms[channel]) ?? nobody;
  return useMemo(() => members.filter((member) => member.id !== ownId), [members, ownId]);
}

const nobody: readonly RecordMember[] = [];

function useRoom(type: RecordType, id: string, stance: Stance): RecordPresence {
  const channel = recordChannel({ type, id });
  const ownId = useSession().data?.user.id;
  useEffect(() => enterRoom(channel, stance), [channel, stance]);
  const members = useLive((live) => live.rooms[channel]) ?? nobody;
  const others = members.filter((member) => member.id !== ownId);
  const editors = others.filter(({ editing }) => editing);
  return {
    editors,
    viewers: others.filter((member) => !member.editing && !editors.some(({ id: editor }) => editor === member.id)),
    isEditingElsewhere: stance === "looking" && members.some((member) => member.id === ownId && member.editing),
  };
}
