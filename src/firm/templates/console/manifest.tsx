import type { ConsoleManifest } from '#console/kit/manifest/console-manifest.ts'
import { m } from '#messages/messages.js'

export const manifest: ConsoleManifest = {
  places: [
    {
      section: 'requests',
      position: 40,
      to: '/console/templates',
      label: m.templates_title,
      scope: 'console:forms',
      keywords: 'templates reply letters 답변 서식 模板',
    },
  ],
  entities: { templates: m.templates_title },
}
