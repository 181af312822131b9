import type { CardStyle } from '#content/site/social-cards/draw-card.ts'
import { bindUnits } from '../text/bind-units.ts'

/** Colors of the firm's site; keep them equal to `src/ui/tokens.css`. */
const colours = {
  ink: '#14222e',
  paper: '#f7f3ec',
  slate: '#4a5661',
  mist: '#c3cacf',
  shadow: '#f0e9de',
  sandLight: '#efe4d2',
  bronzeDark: '#8a5f2b',
  bronze: '#a9793f',
  bronzeLight: '#c99b5b',
} as const

const markInks = {
  paper: { tower: colours.ink, accent: colours.bronze },
  ink: { tower: colours.paper, accent: colours.bronzeLight },
  faint: { tower: colours.shadow, accent: colours.sandLight },
}

/** Card theme of the firm. The mark is that of `src/firm/site/header/firm-logo.tsx`: 48 × 47 units with the origin at 8, 10. */
export const cardStyle: CardStyle = {
  paper: colours.paper,
  ink: colours.ink,
  onPaper: { title: colours.ink, over: colours.bronzeDark, under: colours.slate },
  onInk: { title: colours.paper, over: colours.bronzeLight, under: colours.mist },
  mark(x, y, scale, ground) {
    const { tower, accent } = markInks[ground]
    return `<g transform="matrix(${scale} 0 0 ${scale} ${x - 8 * scale} ${y - 10 * scale})">
    <path fill="${tower}" d="M12 54.6V20L28 10V54.6ZM8 54H56V57H8Z"/><path fill="${accent}" d="M36 54.6V26L52 18V54.6Z"/>
  </g>`
  },
  title: 'serif',
  bindUnits,
  ground: 'og.jpg',
}
