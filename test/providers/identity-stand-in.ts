import { randomBytes } from 'node:crypto'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { IdentityPort } from '#kit/ports/identity.ts'

const store = 'store-stand-in'
const secret = 'stand-in/secret+='
const channelKey = 'channel-key-stand-in'

/** A verified identity. */
export interface Verified {
  name?: string
  phoneNumber?: string | undefined
  birthDate?: string | undefined
  /** Time of the verification; defaults to now. */
  at?: Date
  /** Channel that was used; null omits it from the answer. */
  channel?: string | null
}

export interface IdentityStandIn {
  origin: string
  /** Value of the setting that points the product to the stand-in. */
  identityUrl: string
  /** The user opens the window and stays in it. */
  open(id: string): void
  /** The user completes the verification. */
  verify(id: string, who?: Verified): void
  /** The verification fails. */
  fail(id: string): void
  /**
   * Overrides all following answers with a status and any body, or with `hang up` (no answer); null restores normal
   * answers.
   */
  answerWith(answer: { status: number; body: string } | 'hang up' | null): void
  /** URLs that were requested. */
  requests: string[]
  close(): Promise<void>
}

/** An unused phone number in the provider's format. */
export const newNumber = (): string => `010${String(randomBytes(4).readUInt32BE() % 100_000_000).padStart(8, '0')}`

const common = (id: string, at: Date, channel: string | null) => ({
  id,
  ...(channel !== null && {
    channel: {
      type: 'LIVE',
      id: 'channel-id',
      key: channel,
      name: 'danal',
      pgProvider: 'DANAL',
      pgMerchantId: 'A010002002',
    },
  }),
  requestedAt: at.toISOString(),
  updatedAt: at.toISOString(),
  statusChangedAt: at.toISOString(),
  version: 'V2',
})

const verifiedBody = (id: string, who: Verified) => {
  const at = who.at ?? new Date()
  return {
    status: 'VERIFIED',
    ...common(id, at, who.channel === undefined ? channelKey : who.channel),
    verifiedCustomer: {
      name: who.name ?? '서새벽',
      phoneNumber: 'phoneNumber' in who ? who.phoneNumber : newNumber(),
      birthDate: 'birthDate' in who ? who.birthDate : '1991-05-30',
      gender: 'FEMALE',
      isForeigner: false,
      ci: randomBytes(66).toString('base64'),
      di: randomBytes(48).toString('base64'),
    },
    verifiedAt: at.toISOString(),
    pgTxId: 'tx',
    pgRawResponse: '{}',
  }
}

/** Stand-in for the provider's browser script: it sends the browser to the window, a page of this server. */
const script = (origin: string) => `
window.PortOne = { requestIdentityVerification: (r) => {
  if (r.storeId !== '${store}' || r.channelKey !== '${channelKey}')
    return Promise.resolve({ transactionType: 'IDENTITY_VERIFICATION', identityVerificationId: r.identityVerificationId, code: 'ChannelNotFound', message: '' })
  location.href = '${origin}/window?' + new URLSearchParams({ id: r.identityVerificationId, back: r.redirectUrl })
  return new Promise(() => {})
} }
`

const window = ({ origin, search }: URL) => {
  const query = search.replaceAll('&', '&amp;')
  return `<!doctype html><html lang="ko"><meta charset="utf-8"><title>본인인증</title><h1>본인인증</h1>
<p><a href="${origin}/agree${query}">인증</a></p><p><a href="${origin}/leave${query}">취소</a></p>
<p><a href="${origin}/refuse${query}">실패</a></p></html>`
}

/**
 * Starts a server that answers as the public documents of PortOne (REST API V2, 본인인증 단건 조회) describe, with the window
 * of its browser SDK, as far as the product uses them.
 */
export const startIdentityStandIn = async (): Promise<IdentityStandIn> => {
  const verifications = new Map<string, object>()
  const requests: string[] = []
  let override: Parameters<IdentityStandIn['answerWith']>[0] = null

  const open: IdentityStandIn['open'] = (id) =>
    void verifications.set(id, { status: 'READY', ...common(id, new Date(), channelKey), requestedCustomer: {} })
  const verify: IdentityStandIn['verify'] = (id, who = {}) => void verifications.set(id, verifiedBody(id, who))
  const fail: IdentityStandIn['fail'] = (id) =>
    void verifications.set(id, {
      status: 'FAILED',
      ...common(id, new Date(), channelKey),
      requestedCustomer: {},
      failure: { reason: '본인인증에 실패했습니다.', pgCode: '0002', pgMessage: '명의자 정보 불일치' },
    })

  /** Handles the window's pages. */
  const visit = (url: URL, response: ServerResponse): boolean => {
    const [id, back] = [url.searchParams.get('id') ?? '', url.searchParams.get('back') ?? '']
    const send = (type: string, text: string) => Boolean(response.writeHead(200, { 'content-type': type }).end(text))
    const leave = (code: string | null) => {
      const target = new URL(back)
      target.searchParams.set('identityVerificationId', id)
      target.searchParams.set('identityVerificationTxId', 'tx')
      target.searchParams.set('transactionType', 'IDENTITY_VERIFICATION')
      if (code) target.searchParams.set('code', code)
      return Boolean(response.writeHead(302, { location: target.href }).end())
    }
    switch (url.pathname) {
      case '/sdk.js':
        return send('text/javascript', script(url.origin))
      case '/window':
        open(id)
        return send('text/html; charset=utf-8', window(url))
      case '/agree':
        verify(id)
        return leave(null)
      case '/leave':
        return leave('PGProviderError')
      case '/refuse':
        fail(id)
        return leave('PGProviderError')
      default:
        return false
    }
  }

  const answer = (url: URL, authorization: string | undefined): { status: number; body: object } => {
    if (authorization !== `PortOne ${secret}`) return { status: 401, body: { type: 'UNAUTHORIZED' } }
    if (url.searchParams.get('storeId') !== store) return { status: 403, body: { type: 'FORBIDDEN' } }
    const [, id = ''] = /^\/identity-verifications\/([^/]+)$/.exec(url.pathname) ?? []
    const body = verifications.get(decodeURIComponent(id))
    return body ? { status: 200, body } : { status: 404, body: { type: 'IDENTITY_VERIFICATION_NOT_FOUND' } }
  }

  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', `http://${request.headers.host}`)
    if (visit(url, response)) return
    requests.push(url.pathname)
    if (override === 'hang up') return void response.destroy()
    const { status, body } = override ?? answer(url, request.headers.authorization)
    const text = typeof body === 'string' ? body : JSON.stringify(body)
    response.writeHead(status, { 'content-type': 'application/json' }).end(text)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const sdk = encodeURIComponent(`http://${host}/sdk.js`)
  return {
    origin: `http://${host}`,
    identityUrl: `portone://${store}:${encodeURIComponent(secret)}@${host}?channel=${channelKey}&script=${sdk}`,
    open,
    verify,
    fail,
    answerWith: (answer) => {
      override = answer
    },
    requests,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** Identity provider that verifies everyone, for tests of every route. */
export const createVerifyingProvider = (now: () => Date): IdentityPort => ({
  page: { script: 'https://identity.example/sdk.js', store, channel: channelKey },
  sources: { script: ['https://identity.example'], frame: [], connect: [] },
  read: async () => ({ state: 'verified', at: now(), name: '서새벽', phone: newNumber(), birthDate: '1991-05-30' }),
})
