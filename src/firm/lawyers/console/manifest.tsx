import type { ConsoleManifest } from '#console/kit/manifest/console-manifest.ts'
import { m } from '#messages/messages.js'

export const manifest: ConsoleManifest = {
  places: [
    {
      section: 'firm',
      position: 10,
      to: '/console/lawyers',
      label: m.shell_place_lawyers,
      scope: 'console:lawyers',
      keywords: 'lawyers people 사람 律师',
    },
  ],
  scopes: { 'console:lawyers': m.shell_scope_lawyers },
  entities: { lawyers: m.shell_place_lawyers },
  sources: [
    {
      key: 'lawyers',
      position: 20,
      scope: 'console:lawyers',
      find: (...input) => import('./lawyers-palette.tsx').then(({ find }) => find(...input)),
    },
  ],
}
