/** Masks a name except its first and last letter. */
export const maskName = (name: string): string => {
  const letters = [...name.trim()]
  if (letters.length < 2) return '*'
  return letters.length === 2 ? `${letters[0]}*` : `${letters[0]}*${letters.at(-1)}`
}
