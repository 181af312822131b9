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
 * Components put text into the page by `innerHTML`: Mantine its style sheets, the editor and charts their markup.
 * The policy lets text without markup pass (a style sheet) and sends everything else through DOMPurify. Of scripts by
 * their address it lets the workers pass that this site has at its root.
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
