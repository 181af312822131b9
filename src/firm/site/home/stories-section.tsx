import type { PublicPost } from '#content/boards/contract.ts'
import { StoryCard } from '#content/boards/public/story-card.tsx'
import type { PublicSection } from '#content/pages/contract.ts'
import { localizePath } from '#content/site/localize-path.ts'
import { m } from '#messages/messages.js'
import { TextLink } from '#ui/controls/text-link.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { foreignLang } from '#ui/format/language-attributes.ts'
import { SliderControls, SliderTrack } from '#ui/slider/slider.tsx'
import { useSlider } from '#ui/slider/use-slider.ts'
import { Section } from '#ui/text/section.tsx'
import styles from './stories-section.module.css'

/** Columns in view by minimum width in px; required by the design: two, three from 1544 px, two rows, no loop. */
const slidesPerView = { 0: 2, 1544: 3 }
const rows = 2
const gaps = { 0: 16, 768: 24, 1200: 32 }

/** Groups stories into slides of two, one above the other. */
const splitIntoColumns = (stories: PublicPost[]): PublicPost[][] =>
  Array.from({ length: Math.ceil(stories.length / rows) }, (_, at) => stories.slice(at * rows, (at + 1) * rows))

export function StoriesSection({ section, stories }: { section: PublicSection; stories: PublicPost[] }) {
  const columns = splitIntoColumns(stories)
  const slider = useSlider({ count: columns.length, gaps, perView: slidesPerView })
  return (
    <Section
      isDeferred
      ground="paper"
      title={section.title}
      lang={foreignLang(section.lang)}
      act={<TextLink to={localizePath('/story')}>{m.home_stories_more()}</TextLink>}
      className={styles.stories}
    >
      {columns.length ? (
        <div ref={slider.region}>
          <SliderTrack slider={slider} label={section.title} className={styles.viewport}>
            {columns.map((column) => (
              <div key={column[0]?._id} className={styles.column}>
                {column.map((story) => (
                  <StoryCard key={story._id} story={story} to={localizePath(`/story/${story.slug}`)} />
                ))}
              </div>
            ))}
          </SliderTrack>
          <SliderControls slider={slider} dots className={styles.controls} />
        </div>
      ) : (
        <Notice
          title={m.home_stories_none()}
          act={
            <TextLink to={localizePath('/project')} arrow={false}>
              {m.home_stories_none_way()}
            </TextLink>
          }
        />
      )}
    </Section>
  )
}
