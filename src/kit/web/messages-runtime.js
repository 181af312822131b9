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

/**
 * A message of its three texts: said once here, where each of two thousand messages would say it for itself
 * (`leanMessages` in vite.config.ts puts it there).
 * @template I
 * @param {(inputs: I) => string} ko
 * @param {(inputs: I) => string} en
 * @param {(inputs: I) => string} cn
 * @returns {(inputs?: I, options?: { locale?: 'ko' | 'en' | 'cn' }) => string}
 */
export const message = (ko, en, cn) => (inputs, options) =>
  ({ ko, en, cn })[options?.locale ?? getLocale()](/** @type {I} */ (inputs ?? {}))
