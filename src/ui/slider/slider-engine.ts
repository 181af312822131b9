import Swiper from 'swiper'
import { Autoplay } from 'swiper/modules'
import type { SwiperOptions } from 'swiper/types'
import { slider as figures } from '../layout-constants.ts'

export interface EngineOptions {
  /** Gaps in px by minimum window width; 0 is the base. */
  gaps: Readonly<Record<number, number>>
  /** Visible slides by minimum window width; one by default. */
  perView?: Readonly<Record<number, number>>
  loop: boolean
  start: number
  /** No autoplay and no animation. */
  isStill: boolean
  onChange: (swiper: Swiper) => void
}

/** Value for a width: that of the greatest breakpoint up to it. */
const valueAtWidth = (values: Readonly<Record<number, number>>, width: number): number | undefined => {
  const named = Object.keys(values).map(Number)
  return values[Math.max(...named.filter((from) => from <= width))]
}

/**
 * Slide layout from a breakpoint on. Every breakpoint must state all values: Swiper treats a missing slide count as a
 * change, rebuilds the loop and loses its position.
 */
const stepFrom = (width: number, { gaps, perView = {} }: EngineOptions) => {
  const slides = valueAtWidth(perView, width) ?? 1
  return { spaceBetween: valueAtWidth(gaps, width) ?? 0, slidesPerView: slides, slidesPerGroup: slides }
}

const stepsOf = (options: EngineOptions): Record<number, SwiperOptions> => {
  const named = [options.gaps, options.perView ?? {}].flatMap(Object.keys).map(Number)
  return Object.fromEntries(named.filter((width) => width > 0).map((width) => [width, stepFrom(width, options)]))
}

/** Swiper observes only its own width, which may stay the same at a window breakpoint. */
const followSteps = (swiper: Swiper, widths: number[]) => {
  const lists = widths.map((width) => matchMedia(`(min-width: ${width}px)`))
  const update = () => swiper.update()
  for (const list of lists) list.addEventListener('change', update)
  swiper.on('destroy', () => {
    for (const list of lists) list.removeEventListener('change', update)
  })
}

/** Takes over a track laid out by CSS, with the same widths and gaps, so that nothing moves. */
export const startEngine = (viewport: HTMLElement, options: EngineOptions): Swiper => {
  const breakpoints = stepsOf(options)
  const swiper = new Swiper(viewport, {
    modules: [Autoplay],
    init: true,
    speed: options.isStill ? 0 : figures.speed,
    ...stepFrom(0, options),
    breakpoints,
    initialSlide: options.start,
    loop: options.loop,
    // Keeps a neighbor visible on both sides, also during the animation.
    ...(options.loop && { loopAdditionalSlides: 1, loopPreventsSliding: false, centeredSlides: true }),
    autoplay: options.isStill ? false : { delay: figures.delay, disableOnInteraction: false, pauseOnMouseEnter: false },
    // Preloads the pictures of the next slides.
    lazyPreloadPrevNext: Math.max(1, ...Object.values(options.perView ?? {})),
    grabCursor: false,
    threshold: 5,
    on: { slideChange: options.onChange, breakpoint: options.onChange, afterInit: options.onChange },
  })
  followSteps(swiper, Object.keys(breakpoints).map(Number))
  return swiper
}

export type { Swiper }
