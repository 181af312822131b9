import type { ConsoleManifest } from '#console/kit/manifest/console-manifest.ts'
import { m } from '#messages/messages.js'

export const manifest: ConsoleManifest = {
  places: [
    {
      section: 'operation',
      position: 15,
      to: '/console/companies',
      label: m.companies_title,
      scope: 'console:companies',
      keywords: 'companies members profiles introductions 기업 회원 소개서 企业',
    },
  ],
  scopes: { 'console:companies': m.companies_scope },
  entities: { companies: m.companies_title },
}
