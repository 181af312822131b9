import { type RefObject, useEffect } from 'react'
import { afterLoad } from '#ui/browser/run-later.ts'
import { masonryAfterLoad } from '#ui/layout-constants.ts'

/**
 * Corrects positions that the server could only estimate: captions with more or fewer lines. Total height and visible
 * items never change, so nothing moves in view.
 */
const measureGrid = (grid: HTMLElement) => {
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

export const useMeasuredMasonry = (ref: RefObject<HTMLElement | null>) => {
  useEffect(() => {
    const grid = ref.current
    if (!grid) return
    let width = 0
    let isNear = false
    let isVisible = false
    const applyMeasurement = () => {
      if (!isNear || isVisible || grid.dataset.masonry) return
      measureGrid(grid)
      width = grid.clientWidth
      size.observe(grid)
    }
    const sight = new IntersectionObserver(([entry]) => {
      isVisible = entry?.isIntersecting ?? false
      applyMeasurement()
    })
    // Skip while far away: measuring would force layout of skipped content.
    const approach = new IntersectionObserver(
      ([entry]) => {
        isNear = entry?.isIntersecting ?? false
        applyMeasurement()
      },
      { rootMargin: '100% 0px' },
    )
    const size = new ResizeObserver(() => {
      if (grid.clientWidth === width) return
      width = grid.clientWidth
      // A resize moves everything anyway.
      measureGrid(grid)
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
