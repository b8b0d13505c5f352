/** Without case and diacritics, so that „gerate“ finds „Geräte“; as long as the text, so that places stay the same. */
export function fold(text: string): string {
  return Array.from(text, (character) => {
    const bare = character.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
    return bare.length === character.length ? bare : character;
  }).join("");
}
