import type { Page } from '@playwright/test'
import { apiOf } from './log-in-staff.ts'
import { listOf } from './screen-routes.ts'

type FirstOf = (name: string) => Promise<string | undefined>

/** Bodies for records that the demo data lacks, by the path of their screen before the id. */
const made: Record<string, (firstOf: FirstOf) => Promise<[path: string, body: object]>> = {
  messages: async () => ['/messages/test', { to: 'staff@example.com', subject: '시험' }],
  redirects: async () => ['/redirects', { fromPath: '/old', toPath: '/story' }],
  'auction/files': async (firstOf) => ['/auction/files', { title: { ko: '도록' }, file: await firstOf('media') }],
}

/**
 * Returns the address of each screen with an existing record for `:id`; the page must be logged in with all
 * permissions.
 */
export const addressesOf = async (page: Page, screens: readonly string[]): Promise<string[]> => {
  const api = await apiOf(page)
  const firstOf: FirstOf = async (name) => {
    const [records] = Object.values(await api.get(`/${name}?limit=1`)).filter(Array.isArray)
    return records?.[0]?._id as string | undefined
  }
  const addresses: string[] = []
  for (const screen of screens) {
    if (!screen.includes('/:id')) {
      addresses.push(screen)
      continue
    }
    const name = listOf(screen)
    let id = await firstOf(name)
    if (!id && made[name]) {
      await api.post(...(await made[name](firstOf)))
      id = await firstOf(name)
    }
    if (!id) throw new Error(`${screen}: the demonstration has no record to look at, and none is made here.`)
    addresses.push(screen.replace(':id', id))
  }
  return addresses
}
