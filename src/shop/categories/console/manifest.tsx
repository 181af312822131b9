import type { ConsoleManifest } from '#console/kit/manifest/console-manifest.ts'
import { m } from '#messages/messages.js'

export const manifest: ConsoleManifest = {
  places: [
    {
      section: 'shop',
      position: 50,
      to: '/console/shop/categories',
      label: m.categories_title,
      scope: 'console:shop',
      keywords: 'shop categories tree 분류 카테고리 商品分类',
    },
  ],
}
