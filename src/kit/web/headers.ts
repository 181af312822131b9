import type { PageContext } from './context.ts'

/**
 * What a page carries of its own. A service that works in it may open a window over the page of somebody else, and is told
 * by that window how it ended.
 */
export const documentHeaders = (
  policy: string,
  { admitted, origin }: Pick<PageContext, 'admitted' | 'origin'>,
): Record<string, string> => ({
  'content-security-policy': policy,
  ...(admitted && origin.startsWith('https:') && { 'cross-origin-opener-policy': 'same-origin-allow-popups' }),
})

/** What every page carries besides its own policy. Two mean something only where visitors come by https. */
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
