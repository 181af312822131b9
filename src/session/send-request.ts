import type { Call } from '#kit/client.ts'
import { CallPending, CallRefused } from '#kit/client.ts'
import { PendingCall, Refusal } from '#kit/contract.ts'
import { m } from '#messages/messages.js'
import { markConnected, markDisconnected } from './connection-state.ts'

/** The server did not respond; `message` can be shown to the user. */
export class ServerUnreached extends Error {
  constructor() {
    super(m.account_error_network())
    this.name = 'ServerUnreached'
  }
}

interface Reply {
  status: number
  text: string
  retryAfter: string | null
}

const buildUrl = ({ path, query }: Call): string => {
  const search = query.toString()
  return search ? `${path}?${search}` : path
}

const sendByFetch = async (call: Call, headers: Headers): Promise<Reply> => {
  const isJson = call.body !== undefined && !(call.body instanceof FormData)
  if (isJson) headers.set('content-type', 'application/json')
  const response = await fetch(buildUrl(call), {
    method: call.route.method,
    headers,
    ...(call.body !== undefined && { body: call.body instanceof FormData ? call.body : JSON.stringify(call.body) }),
    ...(call.options.signal && { signal: call.options.signal }),
    // A log-out is immediately followed by a navigation.
    keepalive: call.route.access === 'refresh',
    cache: 'no-store',
    credentials: 'omit',
  })
  return { status: response.status, text: await response.text(), retryAfter: response.headers.get('retry-after') }
}

/** fetch does not report upload progress; XMLHttpRequest does. */
const sendByUpload = (call: Call, form: FormData, headers: Headers): Promise<Reply> =>
  new Promise((resolve, reject) => {
    const { signal, onProgress } = call.options
    if (signal?.aborted) return reject(signal.reason)
    const request = new XMLHttpRequest()
    const abort = () => request.abort()
    request.open(call.route.method, buildUrl(call))
    headers.forEach((value, name) => {
      request.setRequestHeader(name, value)
    })
    request.upload.onprogress = (event) => event.lengthComputable && onProgress?.(event.loaded / event.total)
    request.onload = () =>
      resolve({
        status: request.status,
        text: request.responseText,
        retryAfter: request.getResponseHeader('retry-after'),
      })
    request.onerror = () => reject(new TypeError('upload failed'))
    request.onabort = () => reject(signal?.reason ?? new DOMException('aborted', 'AbortError'))
    request.onloadend = () => signal?.removeEventListener('abort', abort)
    signal?.addEventListener('abort', abort)
    request.send(form)
  })

const isAbort = (error: unknown, call: Call) =>
  call.options.signal?.aborted === true || (error instanceof DOMException && error.name === 'AbortError')

/** Response of a proxy or gateway instead of our API: only its status is known. */
const parseRefusal = (status: number, text: string): Refusal => {
  try {
    const refusal = Refusal.safeParse(JSON.parse(text))
    if (refusal.success) return refusal.data
  } catch {
    // Not JSON: handled below.
  }
  return status === 503 || status === 502 || status === 504
    ? { message: m.account_error_unavailable(), code: 'unavailable' }
    : { message: m.account_error_status({ status }), code: 'unknown' }
}

/**
 * Sends a call with the given headers and returns the parsed body. Throws `CallRefused` for a status beyond 2xx,
 * `CallPending` for 202, `ServerUnreached` without a response, and the signal's reason when aborted.
 */
export const sendCall = async (call: Call, headers: Headers): Promise<unknown> => {
  const startedAt = Date.now()
  let reply: Reply
  try {
    reply =
      call.body instanceof FormData && call.options.onProgress
        ? await sendByUpload(call, call.body, headers)
        : await sendByFetch(call, headers)
  } catch (error) {
    if (isAbort(error, call)) throw error
    markDisconnected()
    throw new ServerUnreached()
  }
  markConnected(startedAt)
  if (reply.status === 202) throw new CallPending(PendingCall.parse(JSON.parse(reply.text)))
  if (reply.status >= 200 && reply.status < 300) return reply.text ? JSON.parse(reply.text) : undefined
  const seconds = Number(reply.retryAfter)
  throw new CallRefused(
    reply.status,
    parseRefusal(reply.status, reply.text),
    reply.retryAfter !== null && Number.isFinite(seconds) ? seconds : undefined,
  )
}
