type Area = 'localStorage' | 'sessionStorage'

/** Values that the browser refused to store because storage is blocked or full; they last until the page closes. */
const unstored = new Map<string, string>()

export const readStored = (area: Area, key: string): string | null => {
  try {
    return unstored.get(`${area} ${key}`) ?? globalThis[area].getItem(key)
  } catch {
    return null
  }
}

export const writeStored = (area: Area, key: string, value: string): void => {
  try {
    globalThis[area].setItem(key, value)
    unstored.delete(`${area} ${key}`)
  } catch {
    unstored.set(`${area} ${key}`, value)
  }
}

export const removeStored = (area: Area, key: string): void => {
  unstored.delete(`${area} ${key}`)
  try {
    globalThis[area].removeItem(key)
  } catch {
    // Storage is blocked, so nothing is stored.
  }
}
