import { localizePath } from '#content/site/localize-path.ts'

/** Root path of Match, without language prefix. */
export const matchHome = '/match'

/** Path of a search. Without JavaScript the form sends `?keyword=` there. */
export const searchPath = (keyword: string): string => {
  const word = keyword.trim()
  return localizePath(word ? `${matchHome}/search/${encodeURIComponent(word)}` : `${matchHome}/search`)
}
