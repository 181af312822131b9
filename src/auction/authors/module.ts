import { defineModule } from '#kit/module/module.ts'
import { authors } from './contract.ts'
import { authorHandlers } from './server/handle-authors.ts'

export const module = defineModule({
  name: 'authors',
  site: 'auction',
  contract: authors,
  handlers: authorHandlers,
  fileUses: {
    auction_authors: {
      section: 'console:auction',
      entity: 'authors',
      title: 'r.name',
      to: '/console/auction/authors/{id}',
      follows: true,
    },
  },
  isPublic: true,
})
