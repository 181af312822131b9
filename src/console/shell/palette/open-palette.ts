/** Initial query of the open palette; null while closed. */
let words: string | null = null
const listeners = new Set<() => void>()

const change = (next: string | null) => {
  words = next
  for (const listener of [...listeners]) listener()
}

export const openPalette = (initial = ''): void => change(initial)
export const closePalette = (): void => change(null)
export const paletteWords = (): string | null => words
export const watchPalette = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
