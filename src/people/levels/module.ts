import { defineModule } from '#kit/module/module.ts'

/** What the rest of the product needs of levels. */
export const module = defineModule({
  name: 'levels',
  contract: {},
  handlers: {},
  fill: async (context, filling) => (await import('./demo.ts')).fill(context, filling),
})
