/** Takes out of a map what was put in first, so that what it keeps does not grow without end. */
export function forgetOldest<Key>(map: Map<Key, unknown>): void {
  for (const oldest of map.keys()) {
    map.delete(oldest);
    return;
  }
}
