/** Pixels of a page to a centimetre, as CSS has it; few screens keep to it. */
const nominal = 96 / 2.54
/** What a screen may have, from a projector to the densest phone. */
export const scaleBounds = { least: 20, most: 90 } as const
/** The short side of a bank card in centimetres (ISO/IEC 7810 ID-1): everybody has one to hold against a screen. */
export const cardSide = 5.398

const place = 'auction-screen'

/** Pixels to a centimetre of this screen, as somebody measured it here, or as CSS has it. */
export const screenScale = (): number => {
  try {
    const kept = Number(localStorage.getItem(place))
    return kept >= scaleBounds.least && kept <= scaleBounds.most ? kept : nominal
  } catch {
    return nominal
  }
}

export const keepScreenScale = (perCm: number): void => {
  try {
    localStorage.setItem(place, String(perCm))
  } catch {
    // A browser that keeps nothing is measured again.
  }
}
