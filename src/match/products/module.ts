import { defineModule } from '#kit/module/module.ts'
import { products } from './contract.ts'
import { productHandlers } from './server/handle-products.ts'

export const module = defineModule({
  name: 'products',
  site: 'match',
  contract: products,
  handlers: productHandlers,
  fileUses: {
    match_products: { section: 'console:fairs', entity: 'products', title: 'r.name' },
  },
  isPublic: true,
  search: { kinds: { product: 70 }, tags: ['match'] },
})
