import { m } from '#messages/messages.js'
import { SliderControls, SliderTrack } from '#ui/slider/slider.tsx'
import { useSlider } from '#ui/slider/use-slider.ts'
import { RichText } from '#ui/text/rich-text.tsx'
import { Section } from '#ui/text/section.tsx'
import styles from './public-parts.module.css'

const slides = ['1', '2', '3', '4', '5']
const gaps = { 0: 12, 1200: 60 }

/** Slider with dots, arrows and stop button, and a rich text. */
export function PublicSlider() {
  const slider = useSlider({ count: slides.length, gaps, perView: { 0: 1, 1200: 3 } })
  return (
    <Section ground="paper" title={m.style_slider()}>
      <div ref={slider.region}>
        <SliderTrack slider={slider} label={m.style_slider()}>
          {slides.map((slide) => (
            <div key={slide} className={styles.slide} data-ground="sand">
              <RichText html={`<p><strong>${slide}</strong> ${m.style_type_sample()}</p>`} />
            </div>
          ))}
        </SliderTrack>
        <SliderControls slider={slider} dots />
      </div>
    </Section>
  )
}
