import Swiper from 'swiper'
import { Autoplay } from 'swiper/modules'
import type { SwiperOptions } from 'swiper/types'
import { slider as figures } from '../layout-constants.ts'

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

/** What holds from a width on: the value named for the greatest width up to it. */
const heldAt = (values: Readonly<Record<number, number>>, width: number): number | undefined => {
  const named = Object.keys(values).map(Number)
  return values[Math.max(...named.filter((from) => from <= width))]
}

/**
 * The layout of slides from a width on. Every step says all of it: one that leaves the number of slides out is for the
 * engine another number, for which it rebuilds a loop and loses the slide it is at.
 */
const stepFrom = (width: number, { gaps, perView = {} }: EngineOptions) => {
  const slides = heldAt(perView, width) ?? 1
  return { spaceBetween: heldAt(gaps, width) ?? 0, slidesPerView: slides, slidesPerGroup: slides }
}

const stepsOf = (options: EngineOptions): Record<number, SwiperOptions> => {
  const named = [options.gaps, options.perView ?? {}].flatMap(Object.keys).map(Number)
  return Object.fromEntries(named.filter((width) => width > 0).map((width) => [width, stepFrom(width, options)]))
}

/** The engine looks at its own width only; a step of the window's may leave that as it was. */
const followSteps = (swiper: Swiper, widths: number[]) => {
  const lists = widths.map((width) => matchMedia(`(min-width: ${width}px)`))
  const update = () => swiper.update()
  for (const list of lists) list.addEventListener('change', update)
  swiper.on('destroy', () => {
    for (const list of lists) list.removeEventListener('change', update)
  })
}

/** Takes over a track that was laid out by CSS; same widths and gaps, so nothing moves. */
export const startEngine = (viewport: HTMLElement, options: EngineOptions): Swiper => {
  const breakpoints = stepsOf(options)
  const swiper = new Swiper(viewport, {
    modules: [Autoplay],
    init: true,
    speed: options.still ? 0 : figures.speed,
    ...stepFrom(0, options),
    breakpoints,
    initialSlide: options.start,
    loop: options.loop,
    // A neighbour is seen on both sides, also while it glides.
    ...(options.loop && { loopAdditionalSlides: 1, loopPreventsSliding: false, centeredSlides: true }),
    autoplay: options.still ? false : { delay: figures.delay, disableOnInteraction: false, pauseOnMouseEnter: false },
    // Pictures of what comes next are there before it comes.
    lazyPreloadPrevNext: Math.max(1, ...Object.values(options.perView ?? {})),
    grabCursor: false,
    threshold: 5,
    on: { slideChange: options.onChange, breakpoint: options.onChange, afterInit: options.onChange },
  })
  followSteps(swiper, Object.keys(breakpoints).map(Number))
  return swiper
}

export type { Swiper }
