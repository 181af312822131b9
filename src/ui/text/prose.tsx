import { clsx } from 'clsx'
import styles from './prose.module.css'
import { RichText } from './rich-text.tsx'

interface ProseProps {
  /** HTML from the editor. */
  html: string
  /** Language of the text, if it is not the page's. */
  lang?: string | undefined
  className?: string | undefined
}

/** Long text in an article's line length. */
export function Prose({ html, lang, className }: ProseProps) {
  return (
    <div className={clsx(styles.prose, className)} lang={lang}>
      <RichText html={html} />
    </div>
  )
}
