import { defineModule } from '#kit/module/module.ts'

/** What the rest of the product needs of users. */
export const module = defineModule({
  name: 'users',
  contract: {},
  handlers: {},
  fill: async (context, filling) => (await import('./demo.ts')).fill(context, filling),
})
