import { useDebouncedValue, useMediaQuery } from '@mantine/hooks'
import { useState } from 'react'
import type { Recorded } from '#kit/resource.ts'

/**
 * Milliseconds a row must stay active before its record loads, so that moving through the list loads none on the way.
 */
const settleDelay = 400

/**
 * Side panel of a list. On wide screens a click opens it; it then follows the active row until closed. `press` returns
 * false if there is no room.
 */
export const useSidePanel = <Item extends Recorded>(
  records: readonly Item[] | undefined,
  active: number,
  isOffered: boolean,
) => {
  const isWide = useMediaQuery('(min-width: 90em)', false, { getInitialValueInEffect: false })
  const [isOpen, setOpen] = useState(false)
  const [settled] = useDebouncedValue(active, settleDelay)
  const isAvailable = isOffered && isWide
  return {
    record: isAvailable && isOpen ? records?.[settled] : undefined,
    press: (): boolean => {
      if (isAvailable) setOpen(true)
      return isAvailable
    },
    /** Returns true if the panel was open. */
    close: (): boolean => {
      if (isOpen) setOpen(false)
      return isOpen && isAvailable
    },
  }
}
