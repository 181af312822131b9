import { place } from '#content/site/hall/place.ts'

export { place }

/** The first address of the auction; its pages are below it. Without language. */
export const home = '/auction'

/** Addresses of records, without language. */
export const programPath = (id: string): string => `${home}/programs/${id}`
export const hallPath = (id: string): string => `${home}/halls/${id}`
export const workPath = (id: string): string => `${home}/works/${id}`
export const proofPath = (id: string): string => `${workPath(id)}/proof`
export const authorPath = (key: string): string => `${home}/authors/${key}`

/** The log-in, which leads back to that address. */
export const loginPlace = (back: string): string => place(`/login?next=${encodeURIComponent(back)}`)
