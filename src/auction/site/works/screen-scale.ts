/** CSS pixels per centimeter by definition; few screens match it. */
const nominal = 96 / 2.54
/** Plausible pixels per centimeter, from a projector to the densest phone. */
export const scaleBounds = { least: 20, most: 90 } as const
/** Short side of a bank card in cm (ISO/IEC 7810 ID-1), which visitors hold against the screen. */
export const bankCardSide = 5.398

const storageKey = 'auction-screen'

/** Pixels per centimeter of this screen as calibrated by the visitor, else as defined by CSS. */
export const readScreenScale = (): number => {
  try {
    const stored = Number(localStorage.getItem(storageKey))
    return stored >= scaleBounds.least && stored <= scaleBounds.most ? stored : nominal
  } catch {
    return nominal
  }
}

export const storeScreenScale = (perCm: number): void => {
  try {
    localStorage.setItem(storageKey, String(perCm))
  } catch {
    // Storage is unavailable: the calibration is lost with the page.
  }
}
