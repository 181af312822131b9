import { place } from '#content/site/hall/place.ts'

export { place }

/** Home page of the auction, without language prefix. */
export const home = '/auction'

/** Paths of records, without language prefix. */
export const programPath = (id: string): string => `${home}/programs/${id}`
export const hallPath = (id: string): string => `${home}/halls/${id}`
export const workPath = (id: string): string => `${home}/works/${id}`
export const proofPath = (id: string): string => `${workPath(id)}/proof`
export const authorPath = (key: string): string => `${home}/authors/${key}`

/** Log-in page that returns to `back`. */
export const loginPlace = (back: string): string => place(`/login?next=${encodeURIComponent(back)}`)
