import { fileSize } from '#console/kit/parts/file-size.ts'
import { fullInstant } from '#console/kit/parts/seoul-time.ts'
import { pictureAddress } from '#console/kit/parts/thumb.tsx'
import type { Media } from '#kit/files/contract.ts'
import { textIn } from '#kit/i18n.ts'
import { m } from '#messages/messages.js'
import { getLocale } from '#messages/runtime.js'
import styles from './media-facts.module.css'
import { kindWords } from './resource.tsx'

/** The file itself, and what is known of it. */
export function MediaFacts({ medium }: { medium: Media }) {
  const { picture, kind, file, mime, bytes, createdAt } = medium
  const facts = [
    { key: 'kind', title: m.media_kind(), words: `${kindWords[kind]()} · ${mime}` },
    { key: 'bytes', title: m.media_bytes(), words: fileSize(bytes) },
    ...(picture
      ? [
          { key: 'pixels', title: m.media_pixels(), words: `${picture.width} × ${picture.height}` },
          {
            key: 'widths',
            title: m.media_widths(),
            words: `${picture.widths.join(', ')} px · ${picture.formats.join(', ')}`,
          },
        ]
      : []),
    { key: 'created', title: m.list_column_created(), words: fullInstant(createdAt) },
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
      <dl>
        {facts.map(({ key, title, words }) => (
          <div key={key}>
            <dt>{title}</dt>
            <dd>{words}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
