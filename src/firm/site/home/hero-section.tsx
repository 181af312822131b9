import { useEffect, useState } from 'react'
import type { PublicSection } from '#content/pages/contract.ts'
import { localizePath } from '#content/site/localize-path.ts'
import { m } from '#messages/messages.js'
import { afterLoad } from '#ui/browser/run-later.ts'
import { ButtonLink } from '#ui/controls/button.tsx'
import { foreignLang, inPageLanguage } from '#ui/format/language-attributes.ts'
import { filmAfterLoad } from '#ui/layout-constants.ts'
import { Picture } from '#ui/media/picture.tsx'
import { warrantyPath } from '../layout/firm-paths.ts'
import { HeroFilm, isDataSaving } from './hero-film.tsx'
import styles from './hero-section.module.css'
import type { HomeData } from './load-home.ts'

/** Widest variant in px for the first paint; the film or a wider variant follows after load. */
const firstWidth = 1440

/** Returns true after load if a still picture replaces the film, which may then be larger. */
const useFinePoster = (): boolean => {
  const [fine, setFine] = useState(false)
  useEffect(
    () =>
      afterLoad(filmAfterLoad, () =>
        setFine(matchMedia('(prefers-reduced-motion: reduce)').matches && !isDataSaving()),
      ),
    [],
  )
  return fine
}

/** Returns the links of the section, by default two standard ones. */
const listLinks = ({ items, lang }: PublicSection) => {
  const ownLinks = items.flatMap(({ title, link }) => (title && link ? [{ title, link, lang: foreignLang(lang) }] : []))
  return ownLinks.length
    ? ownLinks.slice(0, 2)
    : [
        { title: m.home_act_consult(), link: '/consult', lang: undefined },
        { title: m.home_act_warranty(), link: warrantyPath, lang: undefined },
      ]
}

export function Hero({ section, home }: { section: PublicSection; home: HomeData }) {
  const { picture, videos, title, lead, lang } = section
  const fine = useFinePoster()
  return (
    <section className={styles.hero} data-ground="ink">
      <div className={styles.stage}>
        {picture && (
          <Picture
            picture={fine ? picture : { ...picture, widths: picture.widths.filter((width) => width <= firstWidth) }}
            alt={inPageLanguage(picture.alt)}
            sizes={fine ? '100vw' : '(min-width: 768px) 1280px, 960px'}
            isFirst
          />
        )}
      </div>
      <div className={styles.words}>
        <h1 className={styles.heading} data-keep-clear>
          <span className={styles.firm} lang={foreignLang(home.nameLang)}>
            {home.name}
          </span>{' '}
          <span className={styles.title} lang={foreignLang(lang)}>
            {title}
          </span>
        </h1>
        <p className={styles.lead} lang={foreignLang(lang)}>
          {lead}
        </p>
        <div className={styles.acts}>
          {listLinks(section).map((link, at) => (
            <ButtonLink
              key={link.link}
              to={localizePath(link.link)}
              lang={link.lang}
              look={at === 0 ? 'primary' : 'outline'}
              data-keep-clear={at === 0 || undefined}
            >
              {link.title}
            </ButtonLink>
          ))}
          <HeroFilm videos={videos} />
        </div>
      </div>
    </section>
  )
}
