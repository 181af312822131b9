import { defineModule } from '#kit/module/module.ts'
import { files } from './contract.ts'
import { fileHandlers } from './server/handle-files.ts'

export const module = defineModule({
  name: 'files',
  site: 'auction',
  contract: files,
  handlers: fileHandlers,
  fileUses: {
    auction_files: {
      section: 'console:auction',
      entity: 'files',
      title: 'r.title',
      to: '/console/auction/files/{id}',
      follows: true,
    },
  },
  isPublic: true,
})
