import { newKey } from '../../src/kit/client.ts'
import { type Application, logIn } from '../application.ts'

/** The API as that account; throws what was refused. */
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

/** Switches a site on or off. */
export const switchSite = async (product: Application, site: 'shop', on: boolean): Promise<void> => {
  const owner = await apiAs(product, 'owner')
  const { setting } = await owner('GET', '/api/console/setting')
  if (setting.modules[site] === on) return
  const modules = { ...setting.modules, [site]: on }
  await owner('PUT', '/api/console/setting', { modules, updatedAt: setting.updatedAt })
}
