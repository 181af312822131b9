import type { ConsoleManifest } from '#console/kit/manifest/console-manifest.ts'
import { m } from '#messages/messages.js'

export const manifest: ConsoleManifest = {
  places: [
    {
      section: 'posts',
      position: 50,
      to: '/console/media',
      label: m.media_title,
      scope: 'console:media',
      keywords: 'media files pictures 그림 파일 사진 媒体',
    },
  ],
  scopes: { 'console:media': m.shell_scope_media, 'console:upload': m.shell_scope_upload },
  // `files` is the entity in older log lines, from before the library had screens.
  actions: { replace: m.media_replace },
  entities: { media: m.shell_place_media, files: m.audit_entity_files },
}
