import { localizePath } from '#content/site/localize-path.ts'
import { categoryLabels } from '#match/participants/rules-labels.ts'
import type { ProductLine } from '../../products/contract.ts'
import type { ProductView } from '../parts/list/product-card.tsx'

/** View model of a product card; `fair` if shown within a fair. */
export const toProductView = (product: ProductLine, fair?: string): ProductView => ({
  _id: product._id,
  to: localizePath(fair ? `/match/fairs/${fair}/products/${product._id}` : `/match/products/${product._id}`),
  name: product.name,
  lang: product.lang,
  seller: product.seller.name,
  category: categoryLabels[product.category](),
  certificate: product.certificate,
  year: product.year,
  picture: product.picture,
})
