import { m } from '#messages/messages.js'
import { foreignLang } from '#ui/format/language-attributes.ts'
import { bindUnits } from '../text/bind-units.ts'
import type { BlockOf } from './block-section.tsx'
import styles from './list-blocks.module.css'

/** Target audience: one sentence per row. */
export function ListView({ items }: Pick<BlockOf<'list'>, 'items'>) {
  return (
    <ul className={styles.list}>
      {items.map(({ text, lang }) => (
        <li key={text} className={styles.sentence} lang={foreignLang(lang)}>
          {bindUnits(text)}
        </li>
      ))}
    </ul>
  )
}

/** Steps with their duration and required documents. */
export function StepsView({ items }: Pick<BlockOf<'steps'>, 'items'>) {
  return (
    <ol className={styles.list}>
      {items.map(({ title, time, text, papers, lang }, index) => (
        <li key={title} className={styles.step} lang={foreignLang(lang)}>
          <span className={styles.number} aria-hidden="true">
            {index + 1}
          </span>
          <div>
            <h3 className={styles.name}>
              {bindUnits(title)} {time && <span className={styles.time}>{time}</span>}
            </h3>
            {text && <p className={styles.second}>{bindUnits(text)}</p>}
          </div>
          {papers && (
            <div className={styles.papers}>
              <p className={styles.label}>{m.common_papers({}, { locale: lang })}</p>
              <p>{bindUnits(papers)}</p>
            </div>
          )}
        </li>
      ))}
    </ol>
  )
}

/** Benefits in two columns. */
export function BenefitsView({ items }: Pick<BlockOf<'gains'>, 'items'>) {
  return (
    <ul className={styles.pairs}>
      {items.map(({ title, text, lang }) => (
        <li key={title} className={styles.pair} lang={foreignLang(lang)}>
          <h3 className={styles.small}>{bindUnits(title)}</h3>
          {text && <p className={styles.second}>{bindUnits(text)}</p>}
        </li>
      ))}
    </ul>
  )
}

export function FiguresView({ items }: Pick<BlockOf<'figures'>, 'items'>) {
  return (
    <dl className={styles.pairs}>
      {items.map(({ value, title, text, lang }) => (
        <div key={title} className={styles.pair} lang={foreignLang(lang)}>
          <dt className={styles.small}>{bindUnits(title)}</dt>
          <dd className={styles.figure}>{value}</dd>
          {text && <dd className={styles.second}>{bindUnits(text)}</dd>}
        </div>
      ))}
    </dl>
  )
}

export function TimelineView({ items }: Pick<BlockOf<'timeline'>, 'items'>) {
  return (
    <ol className={styles.list}>
      {items.map(({ time, title, text, lang }) => (
        <li key={time + title} className={styles.moment} lang={foreignLang(lang)}>
          <span className={styles.when}>{time}</span>
          <div>
            <h3 className={styles.small}>{bindUnits(title)}</h3>
            {text && <p className={styles.second}>{bindUnits(text)}</p>}
          </div>
        </li>
      ))}
    </ol>
  )
}
