import { place } from '#content/site/hall/place.ts'

export { place }

/** Root path of Match, without language prefix. */
export const home = '/match'

/** Path of a search. Without JavaScript the form sends `?keyword=` there. */
export const searchPlace = (keyword: string): string => {
  const word = keyword.trim()
  return place(word ? `${home}/search/${encodeURIComponent(word)}` : `${home}/search`)
}
