/**
 * Replaces Paraglide's runtime in the built pages: messages only need these exports. The generated runtime includes
 * cookies, URL patterns and negotiation, 6 KB gzip that no page uses.
 */
export const experimentalStaticLocale = undefined

/** @type {() => 'ko' | 'en' | 'cn'} */
export let getLocale = () => 'ko'

/** @param {() => 'ko' | 'en' | 'cn'} read */
export const overwriteGetLocale = (read) => {
  getLocale = read
}

/**
 * Returns a message function for three texts. Shared, because each of 2,000 messages would otherwise contain this code
 * (`leanMessages` in vite.config.ts inserts the calls).
 * @template I
 * @param {(inputs: I) => string} ko
 * @param {(inputs: I) => string} en
 * @param {(inputs: I) => string} cn
 * @returns {(inputs?: I, options?: { locale?: 'ko' | 'en' | 'cn' }) => string}
 */
export const message = (ko, en, cn) => (inputs, options) =>
  ({ ko, en, cn })[options?.locale ?? getLocale()](/** @type {I} */ (inputs ?? {}))
