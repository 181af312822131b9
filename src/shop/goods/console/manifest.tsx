import type { ConsoleManifest } from '#console/kit/manifest/console-manifest.ts'
import { m } from '#messages/messages.js'

export const manifest: ConsoleManifest = {
  places: [
    {
      section: 'shop',
      position: 40,
      to: '/console/shop/products',
      label: m.goods_title,
      scope: 'console:shop',
      keywords: 'shop products goods stock 상품 재고 商品 库存',
    },
  ],
}
