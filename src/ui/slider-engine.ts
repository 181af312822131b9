import Swiper from 'swiper'
import { Autoplay } from 'swiper/modules'
import type { SwiperOptions } from 'swiper/types'
import { slider as figures } from './figures.ts'

export interface EngineOptions {
  /** Gaps in px from each window width on; 0 is the base. */
  gaps: Readonly<Record<number, number>>
  /** Slides in sight from each window width on; one where nothing is said. */
  perView?: Readonly<Record<number, number>>
  loop: boolean
  start: number
  /** No movement of its own, no gliding. */
  still: boolean
  onChange: (swiper: Swiper) => void
}

const stepsOf = ({ gaps, perView = {} }: EngineOptions): Record<number, SwiperOptions> => {
  const widths = [...new Set([...Object.keys(gaps), ...Object.keys(perView)].map(Number))].filter((width) => width > 0)
  return Object.fromEntries(
    widths.map((width) => [
      width,
      {
        ...(gaps[width] !== undefined && { spaceBetween: gaps[width] }),
        ...(perView[width] !== undefined && { slidesPerView: perView[width], slidesPerGroup: perView[width] }),
      },
    ]),
  )
}

/** Takes over a track that was laid out by CSS; same widths and gaps, so nothing moves. */
export const startEngine = (viewport: HTMLElement, options: EngineOptions): Swiper =>
  new Swiper(viewport, {
    modules: [Autoplay],
    init: true,
    speed: options.still ? 0 : figures.speed,
    spaceBetween: options.gaps[0] ?? 0,
    slidesPerView: options.perView?.[0] ?? 1,
    slidesPerGroup: options.perView?.[0] ?? 1,
    breakpoints: stepsOf(options),
    initialSlide: options.start,
    loop: options.loop,
    // A neighbour is seen on both sides, also while it glides.
    ...(options.loop && { loopAdditionalSlides: 1 }),
    autoplay: options.still ? false : { delay: figures.delay, disableOnInteraction: false, pauseOnMouseEnter: false },
    grabCursor: false,
    threshold: 5,
    on: { slideChange: options.onChange, breakpoint: options.onChange, afterInit: options.onChange },
  })

export type { Swiper }
