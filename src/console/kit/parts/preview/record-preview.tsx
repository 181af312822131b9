import type { Picture } from '#kit/contract.ts'
import { pictureAddress } from '../media/thumbnail.tsx'
import styles from './record-preview.module.css'

interface RecordPreviewProps {
  title: string
  overline: string
  picture?: Picture | null
  text?: string
  facts: readonly (readonly [name: string, value: string | null | undefined])[]
}

/** Preview of the record selected in the palette. */
export function RecordPreview({ title, overline, picture, text, facts }: RecordPreviewProps) {
  const shownFacts = facts.filter(([, value]) => value)
  return (
    <div className={styles.preview}>
      <p className={styles.above}>{overline}</p>
      <p className={styles.title}>{title}</p>
      {shownFacts.length > 0 && (
        <dl className={styles.facts}>
          {shownFacts.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
      {picture && (
        <img src={pictureAddress(picture, 408)} alt={picture.alt.ko} width={picture.width} height={picture.height} />
      )}
      {text && <p className={styles.text}>{text}</p>}
    </div>
  )
}
