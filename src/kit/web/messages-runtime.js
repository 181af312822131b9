/**
 * Replaces Paraglide's runtime in the built pages: messages need these names of it and nothing else. The
 * generated one carries cookies, address patterns and negotiation, 6 KB gzip that no page uses.
 */
export const experimentalStaticLocale = undefined

/** @type {() => 'ko' | 'en' | 'cn'} */
export let getLocale = () => 'ko'

/** @param {() => 'ko' | 'en' | 'cn'} read */
export const overwriteGetLocale = (read) => {
  getLocale = read
}
