import { type RefObject, useEffect } from 'react'
import { masonryAfterLoad } from '#ui/figures.ts'
import { afterLoad } from '#ui/later.ts'

/**
 * Puts right what the server could not know: captions of more or fewer lines than it counted on. The height of the
 * whole is never touched, nor anything in sight, so nothing moves before anybody's eyes.
 */
const polish = (grid: HTMLElement) => {
  for (const item of grid.children) if (item instanceof HTMLElement) item.style.removeProperty('--polished')
  grid.dataset.masonry = 'polished'
  const gap = Number.parseFloat(getComputedStyle(grid).getPropertyValue('--row-gap'))
  const columns = Map.groupBy(
    Array.from(grid.children).filter((item) => item instanceof HTMLElement),
    (item) => item.offsetLeft,
  )
  const moves = [...columns.values()].flatMap((items) => {
    let top = 0
    return items
      .toSorted((a, b) => a.offsetTop - b.offsetTop)
      .map((item) => {
        const move = { item, top, was: item.offsetTop }
        top += item.offsetHeight + gap
        return move
      })
  })
  for (const { item, top, was } of moves) if (Math.abs(top - was) >= 1) item.style.setProperty('--polished', `${top}px`)
}

export const usePolishedMasonry = (ref: RefObject<HTMLElement | null>) => {
  useEffect(() => {
    const grid = ref.current
    if (!grid) return
    let width = 0
    let near = false
    let seen = false
    const apply = () => {
      if (!near || seen || grid.dataset.masonry) return
      polish(grid)
      width = grid.clientWidth
      size.observe(grid)
    }
    const sight = new IntersectionObserver(([entry]) => {
      seen = entry?.isIntersecting ?? false
      apply()
    })
    // Far away it is not laid out yet, and measuring would lay it out.
    const approach = new IntersectionObserver(
      ([entry]) => {
        near = entry?.isIntersecting ?? false
        apply()
      },
      { rootMargin: '100% 0px' },
    )
    const size = new ResizeObserver(() => {
      if (grid.clientWidth === width) return
      width = grid.clientWidth
      // A window that changes its width moves everything anyway.
      polish(grid)
    })
    const callOff = afterLoad(masonryAfterLoad, () => {
      sight.observe(grid)
      approach.observe(grid)
      grid.dataset.masonryStarted = 'true'
    })
    return () => {
      callOff()
      sight.disconnect()
      approach.disconnect()
      size.disconnect()
    }
  }, [ref])
}
