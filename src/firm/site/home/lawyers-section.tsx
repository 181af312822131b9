import type { PublicSection } from '#content/pages/contract.ts'
import { localizePath } from '#content/site/localize-path.ts'
import { LawyerSlide } from '#firm/lawyers/public/lawyer-slide.tsx'
import { m } from '#messages/messages.js'
import { TextLink } from '#ui/controls/text-link.tsx'
import { foreignLang } from '#ui/format/language-attributes.ts'
import { SliderControls, SliderTrack } from '#ui/slider/slider.tsx'
import { useSlider } from '#ui/slider/use-slider.ts'
import { Section } from '#ui/text/section.tsx'
import { getLawyerPath } from '../layout/firm-paths.ts'
import styles from './lawyers-section.module.css'
import type { HomeData } from './load-home.ts'

/** Gap in px by minimum width; required by the design, one slide in view. */
const gaps = { 0: 40, 768: 60, 1024: 120, 1200: 218 }

export function LawyersSection({ section, home }: { section: PublicSection; home: HomeData }) {
  const { lawyers, practices, offices } = home
  const slider = useSlider({ count: lawyers.length, gaps, loop: true })
  return (
    <Section
      isDeferred
      ground="paper"
      isJoined
      title={section.title}
      lead={section.lead}
      lang={foreignLang(section.lang)}
      act={<TextLink to={localizePath('/introduction/lawyer')}>{m.home_lawyers_all()}</TextLink>}
      className={styles.lawyers}
    >
      <div ref={slider.region} className={styles.region}>
        <SliderTrack slider={slider} label={section.title.replace(/\s+/g, ' ')} className={styles.viewport}>
          {lawyers.map((lawyer) => (
            <LawyerSlide
              key={lawyer._id}
              lawyer={lawyer}
              practices={lawyer.practices.flatMap((key) => practices.find((one) => one.key === key)?.title ?? [])}
              office={offices.find((one) => one.key === lawyer.office)?.title}
              to={localizePath(getLawyerPath(lawyer))}
            />
          ))}
        </SliderTrack>
        <SliderControls slider={slider} className={styles.controls} />
      </div>
    </Section>
  )
}
