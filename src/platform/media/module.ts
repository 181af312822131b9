import { media } from '#kit/files/contract.ts'
import { encodeAvif, removeBytes } from '#kit/files/media-library.ts'
import { cutTiles } from '#kit/files/tiles.ts'
import { defineModule } from '#kit/module/module.ts'
import { mediaHandlers } from './server/handle-media.ts'

export const module = defineModule({
  name: 'media',
  contract: media,
  handlers: mediaHandlers,
  scopes: { 'console:media': ['owner', 'manager', 'editor'], 'console:upload': ['owner', 'manager', 'editor'] },
  jobs: {
    encodeAvif: (context, { id }) => encodeAvif(context, String(id)),
    cutTiles: (context, { id }) => cutTiles(context, String(id)),
    forgetBytes: (context, { id }) => removeBytes(context, String(id)),
  },
  seed: async (context, seeding) => (await import('./demo.ts')).seed(context, seeding),
})
