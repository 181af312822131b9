import type { ConsoleManifest } from '#console/kit/manifest/console-manifest.ts'
import { m } from '#messages/messages.js'

export const manifest: ConsoleManifest = {
  places: [
    {
      section: 'operation',
      position: 20,
      to: '/console/redirects',
      label: m.redirects_title,
      scope: 'console:redirects',
      keywords: 'redirects addresses 주소 이동 리디렉션 주소 넘김 重定向',
    },
  ],
  scopes: { 'console:redirects': m.redirects_scope },
  entities: { redirects: m.redirects_title },
}
