import type { PublicSection } from '#content/pages/contract.ts'
import { foreignLang, inPageLanguage } from '#ui/format/language-attributes.ts'
import { Picture } from '#ui/media/picture.tsx'
import { SliderControls, SliderTrack } from '#ui/slider/slider.tsx'
import { useSlider } from '#ui/slider/use-slider.ts'
import { RichText } from '#ui/text/rich-text.tsx'
import { Section } from '#ui/text/section.tsx'
import { headerBoundary } from '../header/use-header-state.ts'
import styles from './values-section.module.css'

/** Gap in px by minimum width; required by the design: one slide, loop. */
const gaps = { 0: 12, 1544: 60 }

export function ValuesSection({ section }: { section: PublicSection }) {
  const slider = useSlider({ count: section.items.length, gaps, loop: true })
  return (
    <Section
      {...headerBoundary}
      isDeferred
      ground="paper"
      title={section.title}
      lead={section.lead}
      lang={foreignLang(section.lang)}
      className={styles.values}
    >
      <div ref={slider.region}>
        <SliderTrack slider={slider} label={section.title} className={styles.viewport}>
          {section.items.map(({ title, text, picture }) => (
            <div key={title} className={styles.slide} data-ground="sand">
              {picture && (
                <Picture
                  className={styles.picture}
                  picture={picture}
                  alt={inPageLanguage(picture.alt)}
                  sizes="(min-width: 1200px) 960px, 100vw"
                />
              )}
              <div className={styles.words}>
                <h3 className={styles.name}>{title}</h3>
                <p className={styles.text}>
                  <RichText html={text} />
                </p>
              </div>
            </div>
          ))}
        </SliderTrack>
        <SliderControls slider={slider} dots className={styles.controls} />
      </div>
    </Section>
  )
}
