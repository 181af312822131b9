import { describe, expect, it } from 'vitest'
import { contentSecurityPolicy } from './content-policy.ts'
import { documentHeaders, pageHeaders } from './page-headers.ts'

const page = { scripts: ['start()'], styles: ['a{}'], styledByScript: false, framed: false }
const directives = (policy: string) =>
  new Map(policy.split('; ').map((one) => [one.split(' ')[0], one.split(' ').slice(1)]))

describe('the policy of a page', () => {
  it('allows only own scripts, inline ones by hash, and no eval', () => {
    for (const parts of [page, { ...page, styledByScript: true }, { ...page, framed: true }]) {
      const policy = directives(contentSecurityPolicy(parts))
      expect(policy.get('default-src')).toEqual(["'none'"])
      expect(policy.get('script-src')).toEqual(["'self'", expect.stringMatching(/^'sha256-/)])
      for (const name of ['base-uri', 'object-src']) expect(policy.get(name)).toEqual(["'none'"])
      for (const sources of policy.values()) expect(sources.join()).not.toMatch(/http|\*|unsafe-eval/)
    }
  })

  it('requires Trusted Types with named policies', () => {
    const policy = directives(contentSecurityPolicy(page))
    expect(policy.get('require-trusted-types-for')).toEqual(["'script'"])
    expect(policy.get('trusted-types')).toEqual(['dompurify'])
  })

  it('allows origins that a loader names on that page only', () => {
    const admitted = { script: ['https://pay.example'], frame: ['https://*.pay.example'], connect: [] }
    const policy = directives(contentSecurityPolicy({ ...page, admittedSources: admitted }))
    expect(policy.get('script-src')).toEqual(["'self'", expect.stringMatching(/^'sha256-/), 'https://pay.example'])
    expect(policy.get('frame-src')).toEqual(["'self'", 'https://*.pay.example'])
    expect(policy.get('connect-src')).toEqual(["'self'"])
    expect(policy.get('default-src')).toEqual(["'none'"])
    expect(policy.get('frame-ancestors')).toEqual(["'none'"])
    expect(contentSecurityPolicy(page)).not.toContain('pay.example')
  })

  it('allows connections to a server that a loader names', () => {
    const connects = ['wss://livekit.example', 'https://livekit.example']
    const [without, policy] = [page, { ...page, connects }].map((parts) => directives(contentSecurityPolicy(parts)))
    expect(without?.get('connect-src')).toEqual(["'self'"])
    expect(policy?.get('connect-src')).toEqual(["'self'", ...connects])
    without?.delete('connect-src')
    policy?.delete('connect-src')
    expect(policy).toEqual(without)
  })

  it('forbids framing, except previews by this site', () => {
    expect(directives(contentSecurityPolicy(page)).get('frame-ancestors')).toEqual(["'none'"])
    expect(directives(contentSecurityPolicy({ ...page, framed: true })).get('frame-ancestors')).toEqual(["'self'"])
  })
})

it('allows popups of other origins only where a loader does', () => {
  const opener = (parts: Parameters<typeof documentHeaders>[1]) =>
    ({ ...pageHeaders(parts.origin), ...documentHeaders('', parts) })['cross-origin-opener-policy']
  const admitted = { script: ['https://identity.example'], frame: [], connect: [] }
  expect(opener({ origin: 'https://daecheong.example', admittedSources: admitted })).toBe('same-origin-allow-popups')
  expect(opener({ origin: 'https://daecheong.example', admittedSources: undefined })).toBe('same-origin')
  // Browsers ignore these headers on http.
  expect(opener({ origin: 'http://localhost:3000', admittedSources: admitted })).toBeUndefined()
})

it('sends nosniff, a strict referrer policy and HSTS', () => {
  expect(pageHeaders('https://daecheong.example')).toMatchObject({
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'strict-transport-security': expect.stringContaining('max-age=31536000'),
  })
  expect(pageHeaders('http://localhost:3000')).not.toHaveProperty('strict-transport-security')
})
