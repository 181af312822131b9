import { useDebouncedValue, useMediaQuery } from '@mantine/hooks'
import { useState } from 'react'
import type { Recorded } from '#kit/resource.ts'

/** Milliseconds for which a row is the active one before it is shown: who walks down the list reads none on the way. */
const rest = 400

/**
 * The record that is shown beside its list: on wide screens the one whose row was pressed, and from then on the active
 * one, until it is closed. `press` answers false where there is no room.
 */
export const usePeek = <Item extends Recorded>(
  records: readonly Item[] | undefined,
  active: number,
  isOffered: boolean,
) => {
  const isWide = useMediaQuery('(min-width: 90em)', false, { getInitialValueInEffect: false })
  const [isOpen, setOpen] = useState(false)
  const [settled] = useDebouncedValue(active, rest)
  const isThere = isOffered && isWide
  return {
    record: isThere && isOpen ? records?.[settled] : undefined,
    press: (): boolean => {
      if (isThere) setOpen(true)
      return isThere
    },
    /** Whether there was anything to close. */
    close: (): boolean => {
      if (isOpen) setOpen(false)
      return isOpen && isThere
    },
  }
}
