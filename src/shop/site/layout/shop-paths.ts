export { localizePath } from '#content/site/site-shell/localize-path.ts'

/** The first address of the shop, without language. */
export const home = '/shop'
export const cartPath = '/cart'
export const checkoutPath = '/checkout'

/** Addresses of records, without language. */
export const categoryPath = (key: string): string => `${home}/categories/${key}`
export const productPath = (id: string): string => `${home}/products/${id}`
export const orderPath = (number: string): string => `/orders/${number}`
export const cardPath = (number: string): string => `${orderPath(number)}/card`
export const exchangePath = (number: string): string => `${orderPath(number)}/exchange`
export const returnPath = (number: string): string => `${orderPath(number)}/return`
