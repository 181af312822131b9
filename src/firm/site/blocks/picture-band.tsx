import { foreignLang, inPageLanguage } from '#ui/format/language-attributes.ts'
import { Picture } from '#ui/media/picture.tsx'
import { bindUnits } from '../text/bind-units.ts'
import section from './block-section.module.css'
import type { BlockOf } from './block-section.tsx'
import styles from './picture-band.module.css'

/** Full-width picture with its caption below. */
export function PictureBand({ block }: { block: BlockOf<'picture'> }) {
  const { anchor, title, lead, picture } = block
  const id = `${anchor}-title`
  return (
    <section id={anchor} className={styles.band} data-block={block.kind} data-ground="paper" aria-labelledby={id}>
      {picture && (
        <Picture className={styles.picture} picture={picture} alt={inPageLanguage(picture.alt)} sizes="100vw" />
      )}
      <div className={styles.words} lang={foreignLang(block.lang)}>
        <h2 id={id} className={section.title}>
          {bindUnits(title)}
        </h2>
        {lead && <p className={styles.lead}>{bindUnits(lead)}</p>}
      </div>
    </section>
  )
}
