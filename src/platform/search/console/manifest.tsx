import type { ConsoleManifest } from '#console/kit/manifest/console-manifest.ts'
import { m } from '#messages/messages.js'
import { clientOf } from '#session/session.ts'
import { search } from '../contract.ts'

const client = clientOf(search)

export const manifest: ConsoleManifest = {
  places: [
    {
      section: 'operation',
      position: 25,
      to: '/console/synonyms',
      label: m.synonyms_title,
      scope: 'console:synonyms',
      keywords: 'synonyms search words 검색어 동의어 유의어 同义词',
    },
  ],
  scopes: { 'console:synonyms': m.synonyms_scope },
  entities: { synonyms: m.synonyms_title },
  findPages: async (words, signal) => {
    const { groups } = await client.find({ query: { q: words } }, { signal })
    return groups.flatMap(({ results }) => results.map(({ title, path }) => ({ title, path })))
  },
}
