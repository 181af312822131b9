import DOMPurify from 'dompurify'

interface TrustedTypes {
  createPolicy(name: string, rules: { createHTML: (text: string) => string }): unknown
  defaultPolicy: unknown
}

/**
 * Components put text into the page by `innerHTML`: Mantine its style sheets, the editor and charts their markup.
 * The policy lets text without markup pass (a style sheet) and sends everything else through DOMPurify.
 */
export const installTrustedTypes = (): void => {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes }
  if (!trustedTypes || trustedTypes.defaultPolicy) return
  trustedTypes.createPolicy('default', {
    createHTML: (text) => (text.includes('<') ? DOMPurify.sanitize(text) : text),
  })
}
