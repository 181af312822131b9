import type { ConsoleManifest } from '#console/kit/manifest/console-manifest.ts'
import { m } from '#messages/messages.js'

export const manifest: ConsoleManifest = {
  places: [
    {
      section: 'shop',
      position: 80,
      to: '/console/shop/reviews',
      label: m.reviews_title,
      scope: 'console:shop',
      keywords: 'reviews ratings 후기 리뷰 평점 评价',
    },
  ],
}
