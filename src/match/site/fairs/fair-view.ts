import { isOpenTo } from '#match/participants/rules.ts'
import { m } from '#messages/messages.js'
import type { PublicFairLine } from '../../fairs/contract.ts'
import type { PhaseProgress } from '../parts/fair/phase-track.tsx'
import { formatPeriod, formatShortDate } from '../text/format-dates.ts'

export type MatchRole = 'seller' | 'buyer'

type Phase = 'recruiting' | 'applying' | 'ongoing' | 'expired'

/** View model of a fair for lists and its own pages, computed in the loaders. */
export interface FairView {
  _id: string
  title: string
  lang: PublicFairLine['lang']
  summary: string
  venue: string
  phase: Phase
  phaseLabel: string
  period: string
  picture: PublicFairLine['thumbs'][number] | null
  track: PhaseProgress
  /** Roles that can apply now. */
  opensTo: Record<MatchRole, boolean>
  /** Role that the fair invites to apply; null once the application deadlines have passed, whatever the phase. */
  calls: MatchRole | null
  counts: PublicFairLine['counts']
}

const phaseLabels: Record<Phase, () => string> = {
  recruiting: m.match_phase_recruiting,
  applying: m.match_phase_applying,
  ongoing: m.match_phase_ongoing,
  expired: m.match_phase_expired,
}

export const publicPhases = ['recruiting', 'applying', 'ongoing', 'expired'] as const satisfies readonly Phase[]

export const phaseName = (phase: Phase): string => phaseLabels[phase]()

/**
 * Step of the track, 0 to 4. Between the buyers' deadline and the start of the fair, meeting times are arranged (2).
 */
const stepOf = (phase: Phase, buyersUntil: string | null, now: number): number => {
  if (phase === 'recruiting') return 0
  if (phase === 'applying') return buyersUntil && Date.parse(buyersUntil) < now ? 2 : 1
  return phase === 'ongoing' ? 3 : 4
}

const day = 86_400_000

const timeOf = (at: string | null): Date | null => (at === null ? null : new Date(at))

const selectRole = (phase: Phase, opensTo: Record<MatchRole, boolean>): MatchRole | null => {
  if (phase === 'recruiting' && opensTo.seller) return 'seller'
  if (opensTo.buyer) return 'buyer'
  return opensTo.seller ? 'seller' : null
}

export const toFairView = (fair: PublicFairLine, now: number): FairView => {
  const phase: Phase = fair.phase === 'draft' ? 'recruiting' : fair.phase
  const { sellersUntil, buyersUntil, startsAt, endsAt } = fair
  const opens = (side: MatchRole) =>
    isOpenTo(side, { phase, sellersUntil: timeOf(sellersUntil), buyersUntil: timeOf(buyersUntil) }, new Date(now))
  const opensTo = { seller: opens('seller'), buyer: opens('buyer') }
  const until = (at: string | null) => (at ? m.match_until({ date: formatShortDate(at) }) : '')
  const first = formatShortDate(startsAt)
  const last = formatShortDate(Date.parse(endsAt) - 1)
  return {
    _id: fair._id,
    title: fair.title,
    lang: fair.lang,
    summary: fair.summary,
    venue: fair.venue,
    phase,
    phaseLabel: phaseName(phase),
    period: formatPeriod(startsAt, endsAt),
    picture: fair.thumbs[0] ?? null,
    track: {
      step: stepOf(phase, buyersUntil, now),
      dates: [
        until(sellersUntil),
        until(buyersUntil),
        m.match_until({ date: formatShortDate(Date.parse(startsAt) - day) }),
        first === last ? first : `${first} – ${last}`,
        '',
      ],
    },
    opensTo,
    calls: selectRole(phase, opensTo),
    counts: fair.counts,
  }
}

/** Number of sellers, buyers, products and meetings on one line; zero values are omitted. */
export const formatCounts = ({ sellers, buyers, products, meetings }: FairView['counts']): string =>
  [
    sellers > 0 && m.match_count_sellers({ count: sellers }),
    buyers > 0 && m.match_count_buyers({ count: buyers }),
    products > 0 && m.match_count_products({ count: products }),
    meetings > 0 && m.match_count_meetings({ count: meetings }),
  ]
    .filter(Boolean)
    .join(' · ')
