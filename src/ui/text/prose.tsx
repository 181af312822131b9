import { clsx } from 'clsx'
import styles from './prose.module.css'
import { RichText } from './rich-text.tsx'

interface ProseProps {
  /** HTML of an editor. */
  html: string
  /** `lang` of the words where it is not the page's. */
  lang?: string | undefined
  className?: string | undefined
}

/** A text of some length, in the measure of an article. */
export function Prose({ html, lang, className }: ProseProps) {
  return (
    <div className={clsx(styles.prose, className)} lang={lang}>
      <RichText html={html} />
    </div>
  )
}
