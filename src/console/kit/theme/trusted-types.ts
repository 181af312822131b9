import DOMPurify from 'dompurify'

interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createHTML: (text: string) => string; createScriptURL: (address: string) => string },
  ): unknown
  defaultPolicy: unknown
}

const ownWorker = /^\/[a-z]+-worker\.js$/

/**
 * Installs the default Trusted Types policy. Mantine (style sheets), the editor and the charts (markup) assign
 * `innerHTML`. The policy passes text without markup and sends everything else through DOMPurify. Of script URLs it
 * allows only the workers at this site's root.
 */
export const installTrustedTypes = (): void => {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes }
  if (!trustedTypes || trustedTypes.defaultPolicy) return
  trustedTypes.createPolicy('default', {
    createHTML: (text) => (text.includes('<') ? DOMPurify.sanitize(text) : text),
    createScriptURL: (address) => {
      if (ownWorker.test(address)) return address
      throw new TypeError('Not a worker of this site')
    },
  })
}
