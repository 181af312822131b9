import type { PaletteSource } from '#console/kit/manifest/console-manifest.ts'
import { m } from '#messages/messages.js'
import { client, getStateMark } from './resource.tsx'

/** Members in the command palette, by name, username, contact and company. */
export const membersSource: PaletteSource = {
  key: 'users',
  position: 60,
  scope: 'console:users',
  find: async (q, limit, signal) => {
    const { users, total } = await client.list({ query: { q, limit } }, { signal })
    return {
      total,
      entries: users.map(({ _id, name, username, company, state }) => ({
        key: `user-${_id}`,
        label: name,
        note: company ?? username,
        mark: getStateMark(state),
        to: `/console/users/${_id}`,
      })),
    }
  },
  narrow: {
    label: (words) => m.users_find_all({ words }),
    to: (words) => `/console/users?q=${encodeURIComponent(words)}`,
  },
}
