import type { ReactNode } from 'react'
import { localizePath } from '#content/site/localize-path.ts'
import { m } from '#messages/messages.js'
import { ButtonLink } from '#ui/controls/button.tsx'
import { bindUnits } from '../text/bind-units.ts'
import { HallPicture } from './hall-picture.tsx'
import styles from './home-hero.module.css'

/** Hero section: purpose and both entry links; the current state of the hall on the right. */
export function HomeHero({ children }: { children: ReactNode }) {
  return (
    <section className={styles.hero} aria-labelledby="hero">
      <div className={styles.words}>
        <h1 id="hero" className={styles.title}>
          {bindUnits(m.match_hero_title())}
        </h1>
        <p className={styles.lead}>{bindUnits(m.match_hero_lead())}</p>
        <p className={styles.actions}>
          <ButtonLink to={localizePath('/match/join/buyer')} icon="arrow-right" className={styles.act}>
            {m.match_join_buyer()}
          </ButtonLink>
          <ButtonLink to={localizePath('/match/join/seller')} look="outline" className={styles.other}>
            {m.match_join_seller()}
          </ButtonLink>
        </p>
      </div>
      <HallPicture className={styles.picture} />
      <div className={styles.now}>{children}</div>
    </section>
  )
}
