import type { ConsoleManifest } from '#console/kit/manifest/console-manifest.ts'
import { m } from '#messages/messages.js'

export const manifest: ConsoleManifest = {
  places: [
    {
      section: 'people',
      position: 40,
      to: '/console/terms',
      label: m.terms_list,
      scope: 'console:terms',
      keywords: 'terms privacy policy 약관 개인정보 방침 条款',
    },
  ],
  scopes: { 'console:terms': m.terms_scope },
  entities: { terms: m.terms_list },
  actions: { ask_again: m.terms_did_ask },
}
