import { callProvider, originOf, ProviderUnsure, recordOf, textOf } from './provider-call.ts'

/** What a provider says of an identity verification (본인인증). */
export type Identity =
  /** Nobody has gone through with it yet, or the provider knows of none. */
  | { state: 'open' }
  | { state: 'failed' }
  /** Over another channel than the one in the settings. */
  | { state: 'foreign' }
  | {
      state: 'verified'
      at: Date
      name: string
      /** Digits as they are dialled; empty where the contract with the provider does not include it. */
      phone: string
      /** `2001-05-30`. */
      birthDate: string
    }

/** A provider that knows whose telephone somebody uses. The verification happens in its window; the server asks it. */
export interface IdentityPort {
  /** What the browser needs to open the window; nothing of it is secret. */
  page: { script: string; store: string; channel: string }
  /** Sources that the page with that window may load from and show, as of a Content-Security-Policy. */
  sources: { script: readonly string[]; frame: readonly string[]; connect: readonly string[] }
  /** Reads a verification by the id that its window was opened with. Throws `ProviderUnsure`. */
  read(id: string): Promise<Identity>
}

/**
 * PortOne, REST API V2, `GET /identity-verifications/{id}`, by an address with store, secret and channel:
 * `portone://STORE_ID:API_SECRET@api.portone.io?channel=CHANNEL_KEY`. Undefined where none is set.
 */
export const identityPort = (address: string | undefined): IdentityPort | undefined => {
  if (!address) return undefined
  const url = new URL(address)
  const origin = originOf(url)
  const [store, secret] = [decodeURIComponent(url.username), decodeURIComponent(url.password)]
  const channel = url.searchParams.get('channel') ?? ''
  const script = url.searchParams.get('script') ?? 'https://cdn.portone.io/v2/browser-sdk.js'

  return {
    page: { script, store, channel },
    sources: {
      script: [new URL(script).origin],
      // The window shows the page of whichever company the channel belongs to.
      frame: ['https:', new URL(script).origin],
      connect: ['https://*.portone.io', 'https://*.iamport.co'],
    },
    async read(id) {
      const { status, body } = await callProvider(
        `${origin}/identity-verifications/${encodeURIComponent(id)}?storeId=${encodeURIComponent(store)}`,
        { method: 'GET', headers: { authorization: `PortOne ${secret}` } },
      )
      // Known once the window was opened.
      if (status === 404 && body.type === 'IDENTITY_VERIFICATION_NOT_FOUND') return { state: 'open' }
      if (status >= 400) throw new ProviderUnsure(`status ${status} ${textOf(body.type)}`)
      if (textOf(body.id) !== id) throw new ProviderUnsure('an answer about another verification')
      if (body.status === 'READY') return { state: 'open' }
      if (body.status === 'FAILED') return { state: 'failed' }
      const at = new Date(textOf(body.verifiedAt))
      if (body.status !== 'VERIFIED' || Number.isNaN(at.getTime()))
        throw new ProviderUnsure('an answer of another shape')
      // A browser may name any channel of the store to the window, one for tests among them.
      if (textOf(recordOf(body.channel).key) !== channel) return { state: 'foreign' }
      const customer = recordOf(body.verifiedCustomer)
      return {
        state: 'verified',
        at,
        name: textOf(customer.name),
        phone: textOf(customer.phoneNumber),
        birthDate: textOf(customer.birthDate),
      }
    },
  }
}
