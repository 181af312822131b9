import { m } from '#messages/messages.js'

/** Formats the years of a life: 1971–; 1920–1999. */
export const formatLifeYears = ({ born, died }: { born: number | null; died: number | null }): string => {
  if (born === null) return ''
  return died === null ? m.auction_born({ year: born }) : m.auction_life({ born, died })
}
