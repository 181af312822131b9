import { foreignLang } from '#ui/format/language-attributes.ts'
import { RichText } from '#ui/text/rich-text.tsx'
import { bindUnits } from '../text/bind-units.ts'
import type { BlockOf } from './block-section.tsx'
import styles from './questions-block.module.css'

/** FAQ. Questions open and close without script; the first is open initially. */
export function QuestionsView({ items }: Pick<BlockOf<'questions'>, 'items'>) {
  return (
    <div className={styles.questions}>
      {items.map(({ title, text, lang }, index) => (
        <details key={title} className={styles.question} open={index === 0} lang={foreignLang(lang)}>
          <summary className={styles.summary}>
            <h3 className={styles.title}>{bindUnits(title)}</h3>
          </summary>
          <div className={styles.answer}>
            <RichText html={text} />
          </div>
        </details>
      ))}
    </div>
  )
}
