import type { ConsoleManifest } from '#console/kit/manifest/console-manifest.ts'
import { m } from '#messages/messages.js'

export const manifest: ConsoleManifest = {
  places: [
    {
      section: 'posts',
      position: 60,
      to: '/console/center/faqs',
      label: m.faqs_title,
      scope: 'console:center',
      keywords: 'faq center 고객센터 질문 답변 常见问题',
    },
  ],
  entities: { faqs: m.faqs_title },
}
