import { m } from '#messages/messages.js'
import { TextLink } from '#ui/controls/text-link.tsx'
import { foreignLang } from '#ui/format/language-attributes.ts'
import type { PublicAuction } from '../../auctions/contract.ts'
import type { PublicAuctionFile } from '../../files/contract.ts'
import { type BidStatus, StatusIcon } from '../parts/status-icon.tsx'
import { auctionPath, localizePath } from '../paths.ts'
import styles from './auction-page.module.css'
import { describeEnds } from './describe-state.ts'

interface ProgramHeadProps {
  program: PublicAuction
  files: readonly PublicAuctionFile[]
  state: { status: BidStatus; words: string }
  /** Exhibition room if the page shows one room. */
  hall?: { name: string; address: string }
}

const formatMegabytes = (bytes: number): string => `${Math.max(0.1, bytes / 1_000_000).toFixed(1)} MB`

/** Header of an auction: description, how its lots end, catalogue and terms. */
export function AuctionHeader({ program, files, state, hall }: ProgramHeadProps) {
  const lang = foreignLang(program.lang)
  return (
    <header className={styles.head}>
      <div>
        <p className={styles.state}>
          <StatusIcon status={state.status} /> {state.words}
        </p>
        <h1 className={styles.title} lang={lang}>
          {program.title}
          {hall && <small>{hall.name}</small>}
        </h1>
        {(hall?.address || program.summary) && (
          <p className={styles.summary} lang={lang}>
            {hall?.address || program.summary}
          </p>
        )}
        {program.cancelReason ? (
          <p className={styles.stopped}>{m.auction_cancelled_why({ reason: program.cancelReason })}</p>
        ) : (
          <p className={styles.ending}>{describeEnds(program.lots, program.lotSeconds, program.firstEnd)}</p>
        )}
        {program.stoppedAt && (
          <p className={styles.stopped} role="status">
            <StatusIcon status="stopped" />{' '}
            {[m.auction_state_stopped(), program.stopReason].filter(Boolean).join(' · ')}
          </p>
        )}
      </div>
      <div className={styles.ways}>
        <TextLink to={`${localizePath(auctionPath(program._id))}#terms`}>{m.auction_terms_link()}</TextLink>
        {files.map(({ _id, title, lang: language, file }) => (
          <TextLink key={_id} to={file.url} reloadDocument lang={foreignLang(language)}>
            {title} {formatMegabytes(file.bytes)}
          </TextLink>
        ))}
      </div>
    </header>
  )
}
