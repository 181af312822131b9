import { newKey } from '../../../src/kit/client.ts'
import { type Application, logIn } from '../../server/start-application.ts'

/** Returns an API client of the account; throws on a refusal. */
export const apiAs = async (product: Application, username: string) => {
  const headers = { ...(await logIn(product, username)), 'content-type': 'application/json' }
  return async (method: string, path: string, body?: object) => {
    const response = await fetch(product.url + path, {
      method,
      headers: { ...headers, 'idempotency-key': newKey() },
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`)
    return text === '' ? {} : JSON.parse(text)
  }
}
