import { localizePath } from '#content/site/localize-path.ts'

export { localizePath }

/** Home page of the auction, without language prefix. */
export const homePath = '/auction'

/** Paths of records, without language prefix. */
export const auctionPath = (id: string): string => `${homePath}/programs/${id}`
export const roomPath = (id: string): string => `${homePath}/halls/${id}`
export const workPath = (id: string): string => `${homePath}/works/${id}`
export const proofPath = (id: string): string => `${workPath(id)}/proof`
export const authorPath = (key: string): string => `${homePath}/authors/${key}`

/** Log-in page that returns to `back`. */
export const loginPath = (back: string): string => localizePath(`/login?next=${encodeURIComponent(back)}`)
