import { place } from '#content/site/hall/place.ts'

export { place }

/** The first address of Match; its pages are below it. Without language. */
export const home = '/match'

/** Where a search leads. Without script the form sends `?keyword=` there. */
export const searchPlace = (keyword: string): string => {
  const word = keyword.trim()
  return place(word ? `${home}/search/${encodeURIComponent(word)}` : `${home}/search`)
}
