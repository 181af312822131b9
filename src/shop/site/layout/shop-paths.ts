/** First path of the shop, without locale. */
export const homePath = '/shop'
export const cartPath = '/cart'
export const checkoutPath = '/checkout'

/** Paths of records, without locale. */
export const categoryPath = (key: string): string => `${homePath}/categories/${key}`
export const productPath = (id: string): string => `${homePath}/products/${id}`
export const orderPath = (number: string): string => `/orders/${number}`
export const cardPath = (number: string): string => `${orderPath(number)}/card`
export const exchangePath = (number: string): string => `${orderPath(number)}/exchange`
export const returnPath = (number: string): string => `${orderPath(number)}/return`
