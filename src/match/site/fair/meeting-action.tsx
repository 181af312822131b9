import { localizePath } from '#content/site/localize-path.ts'
import { m } from '#messages/messages.js'
import { lazyComponent } from '#ui/browser/lazy-component.tsx'
import { Button, ButtonLink } from '#ui/controls/button.tsx'
import type { FairView } from '../fairs/fair-view.ts'
import { participationLabels } from '../fairs/participation-labels.ts'
import { useOwnFairs } from '../fairs/use-own-fairs.ts'
import styles from './meeting-action.module.css'

// Loaded lazily: only participating sellers invite buyers.
const InviteBuyer = lazyComponent(
  () => import('#match/invitations/public/invite-buyer.tsx'),
  ({ onRetry }) => (
    <div role="alert" className={styles.lost}>
      <p className={styles.note}>{m.common_part_lost()}</p>
      <Button low look="outline" onClick={onRetry}>
        {m.account_retry()}
      </Button>
    </div>
  ),
)

interface MeetingActionProps {
  fair: Pick<FairView, '_id' | 'phase' | 'opensTo'>
  /** Profile id of the counterpart. */
  company: string
  product?: string
  /** Role required to act here: a buyer for a seller's page, a seller for a buyer's. */
  side: 'seller' | 'buyer'
}

/** Main action on a company page: to the member's own matchings for participants, to joining for everyone else. */
export function MeetingAction({ fair: { _id: fair, phase, opensTo }, company, product, side }: MeetingActionProps) {
  const own = useOwnFairs().find((one) => one.fair._id === fair && one.profile.role === side)
  if (phase === 'expired') return <p className={styles.note}>{m.match_fair_over_text()}</p>
  if (own?.state === 'approved') {
    const query = new URLSearchParams({ fair, [side === 'buyer' ? 'seller' : 'buyer']: company })
    if (product) query.set('product', product)
    if (side === 'buyer')
      return (
        <ButtonLink to={localizePath(`/me/matchings?${query}`)} reloadDocument>
          {m.match_ask_meeting()}
        </ButtonLink>
      )
    return (
      <>
        {phase !== 'recruiting' && <InviteBuyer props={{ fair, buyer: company }} />}
        <ButtonLink look="outline" to={localizePath(`/me/matchings?${query}`)} reloadDocument>
          {m.match_own_matchings()}
        </ButtonLink>
      </>
    )
  }
  if (own && own.state !== 'withdrawn')
    return (
      <>
        <ButtonLink look="outline" to={localizePath('/me/fairs')} reloadDocument>
          {m.match_own_open()}
        </ButtonLink>
        <p className={styles.note}>{`${m.match_own_state()}: ${participationLabels[own.state]()}`}</p>
      </>
    )
  if (!opensTo[side])
    return (
      <p className={styles.note}>{side === 'buyer' ? m.match_fair_closed_buyers() : m.match_fair_closed_sellers()}</p>
    )
  return (
    <>
      <ButtonLink to={localizePath(`/match/join/${side}?fair=${fair}`)}>
        {side === 'buyer' ? m.match_join_to_ask() : m.match_join_to_meet()}
      </ButtonLink>
      <p className={styles.note}>{side === 'buyer' ? m.match_fair_buyers_reviewed() : m.match_fair_sellers_only()}</p>
    </>
  )
}
