/** „+3 ähnliche“ where one notification stands for several. */
export function Similar({ count }: { count: number }) {
  if (count <= 1) return null;
  return <p className="mt-0.5 text-label text-text-3">+{count - 1} ähnliche</p>;
}
