import { place } from '#content/site/site-shell/localize-path.ts'

export { place }

/** Root path of Match, without language prefix. */
export const matchHome = '/match'

/** Path of a search. Without JavaScript the form sends `?keyword=` there. */
export const searchPath = (keyword: string): string => {
  const word = keyword.trim()
  return place(word ? `${matchHome}/search/${encodeURIComponent(word)}` : `${matchHome}/search`)
}
