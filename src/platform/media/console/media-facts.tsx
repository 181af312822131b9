import { FactList } from '#console/kit/parts/fact-list.tsx'
import { pictureAddress } from '#console/kit/parts/media/thumbnail.tsx'
import { fullInstant } from '#console/kit/parts/time/seoul-time.ts'
import type { Media } from '#kit/files/contract.ts'
import { textIn } from '#kit/i18n.ts'
import { m } from '#messages/messages.js'
import { getLocale } from '#messages/runtime.js'
import { formatFileSize } from '#ui/format/format-file-size.ts'
import styles from './media-facts.module.css'
import { kindLabels } from './resource.tsx'

/** The file and its properties. */
export function MediaFacts({ medium }: { medium: Media }) {
  const { picture, kind, file, mime, bytes, createdAt } = medium
  const facts: [string, string][] = [
    [m.media_kind(), `${kindLabels[kind]()} · ${mime}`],
    [m.media_bytes(), formatFileSize(bytes)],
    ...(picture
      ? ([
          [m.media_pixels(), `${picture.width} × ${picture.height}`],
          [m.media_widths(), `${picture.widths.join(', ')} px · ${picture.formats.join(', ')}`],
        ] satisfies [string, string][])
      : []),
    [m.list_column_created(), fullInstant(createdAt)],
  ]
  return (
    <div className={styles.facts}>
      {picture && (
        <img className={styles.picture} src={pictureAddress(picture, 720)} alt={textIn(getLocale(), medium.alt)} />
      )}
      {kind === 'video' && (
        // biome-ignore lint/a11y/useMediaCaption: a film without a sound track
        <video className={styles.picture} src={file.url} controls preload="metadata" />
      )}
      <FactList facts={facts} />
    </div>
  )
}
