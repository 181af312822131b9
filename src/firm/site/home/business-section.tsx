import { Link } from 'react-router'
import type { PublicSection } from '#content/pages/contract.ts'
import { localizePath } from '#content/site/localize-path.ts'
import { type RiseDelay, riseAttributes } from '#ui/browser/rise-on-scroll.ts'
import { Icon } from '#ui/controls/icon.tsx'
import { foreignLang, inPageLanguage } from '#ui/format/language-attributes.ts'
import { Picture } from '#ui/media/picture.tsx'
import { RichText } from '#ui/text/rich-text.tsx'
import { Section } from '#ui/text/section.tsx'
import styles from './business-section.module.css'

const delays: RiseDelay[] = [0, 100, 200, 300]
const cardCount = 4

/** Four practices; each card is one link. */
export function BusinessSection({ section }: { section: PublicSection }) {
  return (
    <Section
      ground="ink"
      title={section.title}
      lead={section.lead}
      lang={foreignLang(section.lang)}
      className={styles.business}
    >
      <ul className={styles.cards}>
        {section.items.slice(0, cardCount).map(({ title, text, link, picture }, at) => (
          <li key={link ?? title} {...riseAttributes(delays[at])}>
            <Link className={styles.card} to={localizePath(link ?? '/')}>
              {picture && (
                <Picture
                  className={styles.picture}
                  picture={picture}
                  alt={inPageLanguage(picture.alt)}
                  sizes="(min-width: 1360px) 556px, (min-width: 1200px) 36vw, 76vw"
                />
              )}
              <div className={styles.words}>
                <h3 className={styles.title}>{title}</h3>
                <Icon name="arrow-right" small />
              </div>
              <p className={styles.text}>
                <RichText html={text} />
              </p>
            </Link>
          </li>
        ))}
      </ul>
    </Section>
  )
}
