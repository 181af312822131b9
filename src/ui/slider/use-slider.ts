import { type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import { pressedKey } from '../browser/keyboard.ts'
import type { Swiper } from './slider-engine.ts'
import { useAutoplay } from './use-autoplay.ts'

export interface SliderOptions {
  /** Number of slides. */
  count: number
  gaps: Readonly<Record<number, number>>
  perView?: Readonly<Record<number, number>>
  loop?: boolean
}

export interface SliderState {
  region: RefObject<HTMLDivElement | null>
  viewport: RefObject<HTMLDivElement | null>
  options: SliderOptions
  /** The engine was requested, so slides may be duplicated for the loop. */
  engaged: boolean
  /** The engine is running. */
  running: boolean
  /** First visible slide, from 0, and number of visible slides. */
  index: number
  inView: number
  /** Number of stops, and the current one from 0. */
  pages: number
  page: number
  atStart: boolean
  atEnd: boolean
  /** Stopped by the visitor. */
  isStopped: boolean
  /** True if autoplay is on, so that there is something to stop. */
  moves: boolean
  previous: () => void
  next: () => void
  goTo: (page: number) => void
  toggle: () => void
}

/** Fewer slides than this are duplicated for a loop, so that both sides always have a neighbor. */
const loopNeeds = 5

/** Number of copies of the slides in a looping track. */
export const countCopies = ({ count, loop }: SliderOptions): number =>
  loop && count > 1 ? Math.max(1, Math.ceil(loopNeeds / count)) : 1

interface Place {
  index: number
  inView: number
  atStart: boolean
  atEnd: boolean
}

/** Scroll position of a track without the engine, as a slide index. */
const scrolledSlide = (viewport: HTMLElement): number => {
  const [first, second] = viewport.firstElementChild?.children ?? []
  if (!(first instanceof HTMLElement) || !(second instanceof HTMLElement)) return 0
  return Math.round(viewport.scrollLeft / (second.offsetLeft - first.offsetLeft || 1))
}

export const useSlider = (options: SliderOptions): SliderState => {
  const { count, gaps, perView, loop = false } = options
  const region = useRef<HTMLDivElement>(null)
  const viewport = useRef<HTMLDivElement>(null)
  const engine = useRef<Swiper>(null)
  const [engaged, setEngaged] = useState(false)
  const [running, setRunning] = useState(false)
  const [still, setStill] = useState(false)
  const [place, setPlace] = useState<Place>({ index: 0, inView: perView?.[0] ?? 1, atStart: !loop, atEnd: count < 2 })

  // Loads the engine when the slider comes near, so that it does not compete with visible content.
  useEffect(() => {
    if (!viewport.current || count < 2) return
    setStill(matchMedia('(prefers-reduced-motion: reduce)').matches)
    const near = new IntersectionObserver(([entry]) => entry?.isIntersecting && setEngaged(true), {
      rootMargin: '50% 0px',
    })
    near.observe(viewport.current)
    return () => near.disconnect()
  }, [count])

  useEffect(() => {
    const element = viewport.current
    if (!engaged || !element) return
    let gone = false
    import('./slider-engine.ts').then(({ startEngine }) => {
      if (gone) return
      const start = scrolledSlide(element)
      element.dataset.engine = 'true'
      element.scrollLeft = 0
      engine.current = startEngine(element, {
        gaps,
        ...(perView && { perView }),
        loop,
        start,
        isStill: still,
        onChange: (swiper) =>
          setPlace({
            index: swiper.realIndex % count,
            inView: Math.round(Number(swiper.params.slidesPerView)),
            atStart: !loop && swiper.isBeginning,
            atEnd: !loop && swiper.isEnd,
          }),
      })
      setRunning(true)
    })
    return () => {
      gone = true
      engine.current?.destroy(true, true)
      engine.current = null
      delete element.dataset.engine
      setRunning(false)
    }
  }, [engaged, count, gaps, perView, loop, still])

  const { isStopped, toggle } = useAutoplay(region, engine, running && !still)

  const slider = useMemo((): SliderState => {
    const pages = Math.max(1, Math.ceil(count / place.inView))
    return {
      region,
      viewport,
      options,
      engaged,
      running,
      ...place,
      pages,
      // Without a loop the last stop shows the last slides, less than a full step further.
      page: place.atEnd && !loop ? pages - 1 : Math.min(pages - 1, Math.ceil(place.index / place.inView)),
      isStopped,
      moves: running && !still,
      previous: () => void engine.current?.slidePrev(),
      next: () => void engine.current?.slideNext(),
      goTo: (page) => {
        const slide = Math.min(page * place.inView, count - 1)
        if (loop) engine.current?.slideToLoop(slide)
        else engine.current?.slideTo(slide)
      },
      toggle,
    }
  }, [count, loop, options, engaged, running, place, isStopped, still, toggle])
  useKeys(region, slider)
  return slider
}

/** Arrow keys, Home and End control the slider while it has the focus. */
const useKeys = (region: RefObject<HTMLElement | null>, { running, pages, previous, next, goTo }: SliderState) => {
  useEffect(() => {
    const element = region.current
    if (!running || !element) return
    const keyActions = new Map([
      ['ArrowLeft', previous],
      ['ArrowRight', next],
      ['Home', () => goTo(0)],
      ['End', () => goTo(pages - 1)],
    ])
    const onKeyDown = (event: KeyboardEvent) => {
      const keyAction = keyActions.get(pressedKey(event))
      if (!keyAction || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
      event.preventDefault()
      keyAction()
    }
    element.addEventListener('keydown', onKeyDown)
    return () => element.removeEventListener('keydown', onKeyDown)
  }, [region, running, pages, previous, next, goTo])
}
