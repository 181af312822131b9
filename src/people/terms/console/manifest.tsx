import type { ConsoleManifest } from '#console/kit/manifest.ts'
import { m } from '#messages/messages.js'

export const manifest: ConsoleManifest = {
  places: [
    {
      section: 'firm',
      position: 50,
      to: '/console/terms',
      label: m.terms_list,
      scope: 'console:terms',
      words: 'terms privacy policy 약관 개인정보 방침 条款',
    },
  ],
  scopes: { 'console:terms': m.terms_scope },
  entities: { terms: m.terms_list },
}
