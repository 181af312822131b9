import { routesIn } from '#kit/web/routes-in.ts'

const { route } = routesIn(import.meta.dirname)

/** Under `/console`. */
export const consoleRoutes = [
  route('shop/products', 'console/list.tsx', { id: 'shop/products' }),
  route('shop/products/create', 'console/form.tsx', { id: 'shop/products/create' }),
  route('shop/products/:id', 'console/form.tsx', { id: 'shop/products/form' }),
]
