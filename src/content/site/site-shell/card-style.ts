import type { CardStyle } from '#content/site/social-cards/draw-card.ts'

/** Colors of the trade sites; keep them equal to `tokens.css`. */
const colors = { ink: '#0e3b43', paper: '#f5f8f7', slate: '#47585b', mist: '#c2d6d6', action: '#0f6b6b' } as const

const markColors = {
  paper: { seller: colors.ink, buyer: '#e0633a', dot: '#f2c879' },
  ink: { seller: colors.paper, buyer: '#e0633a', dot: '#f2c879' },
  faint: { seller: '#e6efed', buyer: '#faece6', dot: '#fdf3dc' },
}

/** Returns the card theme of a trade site. The mark is that of `logo.tsx`: 52 × 50 units with the origin at 6, 6. */
export const createCardStyle = (overrides: Pick<CardStyle, 'title' | 'bindUnits'>): CardStyle => ({
  paper: colors.paper,
  ink: colors.ink,
  onPaper: { title: colors.ink, over: colors.action, under: colors.slate },
  onInk: { title: colors.paper, over: '#f2c879', under: colors.mist },
  mark(x, y, scale, ground) {
    const { seller, buyer, dot } = markColors[ground]
    const size = scale * 0.9
    return `<g transform="matrix(${size} 0 0 ${size} ${x - 6 * size} ${y - 8 * size})" fill="none" stroke-width="7">
    <path stroke="${seller}" d="M10 55V31a11 11 0 0 1 22 0V55"/><path stroke="${buyer}" d="M32 55V31a11 11 0 0 1 22 0V55"/><circle fill="${dot}" cx="32" cy="11.5" r="4.5"/>
  </g>`
  },
  ground: 'og-match.jpg',
  ...overrides,
})
