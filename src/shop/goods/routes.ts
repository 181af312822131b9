import { routesIn } from '#kit/web/routes-in.ts'

const { route } = routesIn(import.meta.dirname)

/** Routes below `/console`. */
export const consoleRoutes = [
  route('shop/products', 'console/good-list.tsx', { id: 'shop/products' }),
  route('shop/products/create', 'console/good-form.tsx', { id: 'shop/products/create' }),
  route('shop/products/:id', 'console/good-form.tsx', { id: 'shop/products/form' }),
]
