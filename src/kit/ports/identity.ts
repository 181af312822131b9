import { callProvider, originOf, ProviderUnsure, recordOf, textOf } from './provider-call.ts'

/** Result of an identity verification (본인인증) from a provider. */
export type Identity =
  /** Not completed yet, or unknown to the provider. */
  | { state: 'open' }
  | { state: 'failed' }
  /** Completed through another channel than the configured one. */
  | { state: 'foreign' }
  | {
      state: 'verified'
      at: Date
      name: string
      /** Phone number, digits only; empty if the contract with the provider does not include it. */
      phone: string
      /** `2001-05-30`. */
      birthDate: string
    }

/** Identity verification provider. The user verifies in the provider's window; the server then reads the result. */
export interface IdentityPort {
  /** Parameters with which the browser opens the window; none is secret. */
  page: { script: string; store: string; channel: string }
  /** Content-Security-Policy sources that the page with this window needs. */
  sources: { script: readonly string[]; frame: readonly string[]; connect: readonly string[] }
  /** Reads a verification by the id its window was opened with. Throws `ProviderUnsure`. */
  read(id: string): Promise<Identity>
}

/**
 * Creates a PortOne client (REST API V2, `GET /identity-verifications/{id}`) from a URL with store, secret and channel:
 * `portone://STORE_ID:API_SECRET@api.portone.io?channel=CHANNEL_KEY`. Returns undefined if none is configured.
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
      // The window shows a page of the company behind the channel, which can be any origin.
      frame: ['https:', new URL(script).origin],
      connect: ['https://*.portone.io', 'https://*.iamport.co'],
    },
    async read(id) {
      const { status, body } = await callProvider(
        `${origin}/identity-verifications/${encodeURIComponent(id)}?storeId=${encodeURIComponent(store)}`,
        { method: 'GET', headers: { authorization: `PortOne ${secret}` } },
      )
      // The provider knows the id only once the window was opened.
      if (status === 404 && body.type === 'IDENTITY_VERIFICATION_NOT_FOUND') return { state: 'open' }
      if (status >= 400) throw new ProviderUnsure(`status ${status} ${textOf(body.type)}`)
      if (textOf(body.id) !== id) throw new ProviderUnsure('an answer about another verification')
      if (body.status === 'READY') return { state: 'open' }
      if (body.status === 'FAILED') return { state: 'failed' }
      const at = new Date(textOf(body.verifiedAt))
      if (body.status !== 'VERIFIED' || Number.isNaN(at.getTime()))
        throw new ProviderUnsure('an answer of another shape')
      // A browser can pass any channel of the store to the window, including a test channel.
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
