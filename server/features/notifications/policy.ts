/** Notifications are private: nobody reads, marks or deletes another person's, whatever their role. */
export function canReadNotificationsOf(person: { id: string }, forUserId: string): boolean {
  return person.id === forUserId;
}
