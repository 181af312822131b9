import { m } from '#messages/messages.js'
import { foreignLang } from '#ui/format/language-attributes.ts'
import { bindUnits } from '../text/bind-units.ts'
import type { BlockOf } from './block-section.tsx'
import styles from './years-block.module.css'

/** Years as bars to scale; the longest fills the row. The number beside each bar is its text alternative. */
export function YearsView({ block: { items, note, lang } }: { block: BlockOf<'years'> }) {
  const longest = Math.max(...items.map(({ years }) => years))
  return (
    <>
      <ul className={styles.rows}>
        {items.map(({ years, title, text, lang: language }) => (
          <li key={title} className={styles.row} lang={foreignLang(language)}>
            <span className={styles.years}>{m.practice_years({ years }, { locale: language })}</span>
            <div>
              <span className={styles.bar} style={{ '--share': years / longest }} data-years={years} />
              <h3 className={styles.kind}>{bindUnits(title)}</h3>
              {text && <p className={styles.text}>{bindUnits(text)}</p>}
            </div>
          </li>
        ))}
      </ul>
      {note && (
        <p className={styles.note} lang={foreignLang(lang)}>
          {bindUnits(note)}
        </p>
      )}
    </>
  )
}
