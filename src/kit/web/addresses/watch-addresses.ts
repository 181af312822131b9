import { createCacheScope } from '../../cache/cache-scope.ts'
import type { Source, TagCache } from '../../cache/tag-cache.ts'
import { Context, publicScope } from '../../server/context.ts'
import type { Kernel } from '../../server/kernel.ts'
import { type Addresses, defaultAddresses } from './site-locations.ts'

/** Milliseconds before a failed read is retried. */
const pause = 500
const key = 'addresses'

/**
 * Creates a cache source for the site addresses: read once, reloaded when the settings change, and served from the last
 * good copy on disk while the database is unavailable.
 */
export const addressSource = (
  { services }: Kernel,
  read: ((context: Context) => Promise<Addresses>) | undefined,
): Source => ({
  name: 'addresses',
  vary: '',
  keyOf: () => null,
  async produce() {
    const scope = createCacheScope()
    const context = new Context(services, Object.assign(scope, { ...publicScope('ko'), tags: scope.tags }))
    const body = Buffer.from(JSON.stringify((await read?.(context)) ?? defaultAddresses))
    return { status: 200, headers: { 'content-type': 'application/json' }, body, scope }
  },
})

export interface AddressWatch {
  /** Call when the settings may have changed. */
  check(): Promise<void>
  close(): void
}

/** Calls `onChange` with addresses that differ from the default, and after every later change. */
export const watchAddresses = (
  cache: TagCache,
  source: Source,
  onChange: (addresses: Addresses) => void,
): AddressWatch => {
  let latest = JSON.stringify(defaultAddresses)
  let retryTimer: ReturnType<typeof setTimeout> | undefined
  const check = async (): Promise<void> => {
    const { status, representations } = cache.fresh(source, key) ?? (await cache.obtain(source, key))
    const text = representations.identity.body.toString()
    if (status === 200 && text !== latest) {
      latest = text
      // The cache only holds what `addressSource` produced.
      onChange(JSON.parse(text) as Addresses)
    }
    // Retry if the answer was stale or failed.
    clearTimeout(retryTimer)
    if (!cache.fresh(source, key)) retryTimer = setTimeout(() => void check(), pause).unref()
  }
  return { check, close: () => clearTimeout(retryTimer) }
}
