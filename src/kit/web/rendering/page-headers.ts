import type { PageContext } from '../page-context.ts'

/**
 * Headers specific to a page. An embedded third-party service may open a popup with another origin, which reports its
 * result to this page.
 */
export const documentHeaders = (
  policy: string,
  { admittedSources, origin }: Pick<PageContext, 'admittedSources' | 'origin'>,
): Record<string, string> => ({
  'content-security-policy': policy,
  ...(admittedSources && origin.startsWith('https:') && { 'cross-origin-opener-policy': 'same-origin-allow-popups' }),
})

/** Headers of every page besides its policy. Two of them only apply if visitors use https. */
export const pageHeaders = (origin: string): Record<string, string> => ({
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'permissions-policy':
    'camera=(), microphone=(), geolocation=(), payment=(), usb=(), interest-cohort=(), browsing-topics=()',
  ...(origin.startsWith('https:') && {
    'strict-transport-security': 'max-age=31536000; includeSubDomains',
    'cross-origin-opener-policy': 'same-origin',
  }),
})
