import { type ReactNode, useEffect, useId, useState } from 'react'
import { canVerify, verifyChain } from '#auction/bids/rules-fingerprint.ts'
import { type ReplayFault, replayChain } from '#auction/bids/rules-replay.ts'
import { m } from '#messages/messages.js'
import { Icon } from '#ui/controls/icon.tsx'
import type { BidLine, Chain } from '../../bids/contract.ts'
import { useBidHistory } from '../bidding/history/use-bid-history.ts'
import { formatShortHash } from '../bidding/sheet/receipt-sheet.tsx'
import { historyKindLabel } from '../bidding/status-labels.ts'
import { useMemberAuction } from '../bidding/use-member-auction.ts'
import { formatWon } from '../format/format-amounts.ts'
import { formatReceived } from '../format/format-times.ts'
import { useLiveLots } from '../live/use-live-lots.ts'
import { Seal } from '../parts/seal.tsx'
import { StatusIcon } from '../parts/status-icon.tsx'
import styles from './proof-check.module.css'

interface ProofCheckProps {
  work: { _id: string; lot: number; program: { _id: string }; title: string; name: string }
  phone: string
  crumbs: ReactNode
}

/** Formats 16 digits of a fingerprint: 4560 944e 49b4 664a. */
const formatHash = (hash: string): string => hash.slice(0, 16).replace(/(.{4})(?=.)/g, '$1 ')

interface Rules {
  chain: Chain
  replay: ReplayFault
}

/** Loads the chain of a closed lot and replays its bids; null while the lot is open. */
const useRules = (work: string, isClosed: boolean): Rules | null => {
  const [rules, setRules] = useState<Rules | null>(null)
  useEffect(() => {
    if (!isClosed) return
    const leaving = new AbortController()
    fetch(`/api/v1/auction/works/${work}/chain`, { signal: leaving.signal })
      .then(async (response) => {
        if (!response.ok) return
        const chain = (await response.json()) as Chain
        // The chain is fetched separately from the history: verify these rows before replaying them.
        const { broken } = canVerify() ? await verifyChain(work, chain.rows) : { broken: null }
        setRules({ chain, replay: broken ? { seq: broken.seq } : replayChain(chain) })
      })
      .catch(() => undefined)
    return () => leaving.abort()
  }, [work, isClosed])
  return rules
}

export function ProofCheck({ work, phone, crumbs }: ProofCheckProps) {
  const lot = useLiveLots(work.program._id).lots.get(work._id)
  const own = useMemberAuction(work.program._id).lots.get(work._id)
  const { lines, check, isFailed } = useBidHistory(work._id, lot?.bids, true)
  const isClosed = lot?.state === 'sold' || lot?.state === 'passed'
  const rules = useRules(work._id, isClosed)
  const last = lines?.[0]
  return (
    <div className={styles.page}>
      {crumbs}
      <div className={styles.columns}>
        <div>
          <h1 className={styles.title}>{m.auction_proof_title()}</h1>
          <p className={styles.lead}>{m.auction_proof_lead()}</p>
          <div className={styles.state} role="status" data-broken={check?.broken ? '' : undefined}>
            {!mayCheckHere() && <p>{m.auction_proof_unable()}</p>}
            {isFailed && <p>{m.auction_history_failed()}</p>}
            {check && check.rows === 0 && <p className={styles.found}>{m.auction_proof_nothing()}</p>}
            {check && check.rows > 0 && (
              <>
                <p className={styles.found}>
                  <StatusIcon status={check.broken ? 'outbid' : 'leading'} />{' '}
                  {check.broken
                    ? m.auction_seals_broken({ number: check.broken.seq })
                    : m.auction_seals_whole({ count: check.rows })}
                </p>
                <p>{check.broken ? m.auction_proof_tell({ phone }) : m.auction_proof_here()}</p>
              </>
            )}
          </div>
          <dl className={styles.facts}>
            {check?.broken && (
              <>
                <div>
                  <dt>{m.auction_proof_said()}</dt>
                  <dd>{formatHash(check.broken.said)}</dd>
                </div>
                <div>
                  <dt>{m.auction_proof_counted()}</dt>
                  <dd>{formatHash(check.broken.counted)}</dd>
                </div>
              </>
            )}
            {last && (
              <div>
                <dt>{m.auction_proof_last()}</dt>
                <dd>{formatHash(last.hash)}</dd>
              </div>
            )}
            <div>
              <dt>{m.auction_proof_rules()}</dt>
              <dd>
                {!isClosed
                  ? m.auction_proof_rules_later()
                  : !rules
                    ? '–'
                    : rules.replay === null
                      ? m.auction_proof_rules_same()
                      : m.auction_proof_rules_other({ number: rules.replay.seq })}
              </dd>
            </div>
          </dl>
          {lines && lines.length > 0 && <OwnReceipt lines={lines} isFailed={isFailed} />}
          {isClosed && (
            <p className={styles.ways}>
              <a href={`/api/v1/auction/works/${work._id}/chain`} download={`lot-${work.lot}.json`}>
                {m.auction_proof_download()}
              </a>
            </p>
          )}
        </div>
        <section aria-labelledby="rows">
          <div className={styles.head}>
            <h2 id="rows">{m.auction_proof_rows({ lot: work.lot, title: work.title })}</h2>
            <span>{m.auction_proof_order()}</span>
          </div>
          {lines?.length === 0 && <p className={styles.none}>{m.auction_history_none()}</p>}
          <ol className={styles.rows} reversed>
            {lines?.map((line, index) => (
              <ProofRow
                key={line.seq}
                line={line}
                isMine={line.bidder === own?.bidder}
                hasJoint={index < lines.length - 1}
                isBroken={check?.broken?.seq === line.seq}
              />
            ))}
          </ol>
          <aside className={styles.broken}>
            <Seal hash="4560944e49b4664a" name="" isBroken large />
            <div>
              <p className={styles.brokenTitle}>{m.auction_proof_broken()}</p>
              <p>{m.auction_proof_broken_text({ phone })}</p>
            </div>
          </aside>
        </section>
      </div>
    </div>
  )
}

/** True on the server, which does not compute fingerprints. */
const mayCheckHere = () => typeof document === 'undefined' || canVerify()

interface ProofRowProps {
  line: BidLine
  isMine: boolean
  hasJoint: boolean
  isBroken: boolean
}

function ProofRow({ line, isMine, hasJoint, isBroken }: ProofRowProps) {
  return (
    <li data-broken={isBroken || undefined}>
      <span className={styles.number}>{line.seq}</span>
      <span>
        {isMine ? <b>{m.auction_you()}</b> : m.auction_bidder_named({ mark: line.mark })}
        {historyKindLabel(line.kind) && <small>{historyKindLabel(line.kind)}</small>}
      </span>
      <span className={styles.amount}>
        <b>{formatWon(line.price)}</b>
        <small>{formatReceived(line.at, Date.now())}</small>
      </span>
      <span className={styles.hashes}>
        <small>{m.auction_proof_previous({ hash: line.previous ? formatHash(line.previous) : '–' })}</small>
        <b>{m.auction_proof_hash({ hash: formatHash(line.hash) })}</b>
      </span>
      {hasJoint && (
        <span className={styles.seal}>
          <Seal
            hash={line.previous}
            name={m.auction_seal_joins({ one: line.seq - 1, other: line.seq })}
            isBroken={isBroken}
          />
        </span>
      )}
    </li>
  )
}

/** Finds the row of the member's receipt by eight digits of its fingerprint or by its file. */
function OwnReceipt({ lines, isFailed }: { lines: readonly BidLine[]; isFailed: boolean }) {
  const id = useId()
  const [text, setText] = useState('')
  const digits = text.toLowerCase().replace(/[^0-9a-f]/g, '')
  // The row may not be loaded yet.
  const isWhole = lines.at(-1)?.seq === 1
  const found = digits.length >= 8 ? lines.find(({ hash }) => hash.startsWith(digits)) : undefined
  const read = async (file: File | undefined) => {
    if (!file) return
    try {
      const { hash } = JSON.parse(await file.text()) as { hash?: unknown }
      setText(typeof hash === 'string' ? formatShortHash(hash) : file.name)
    } catch {
      setText(file.name)
    }
  }
  return (
    <div className={styles.own}>
      <h2>{m.auction_proof_own()}</h2>
      <label htmlFor={id}>{m.auction_proof_own_field()}</label>
      <input
        id={id}
        value={text}
        maxLength={80}
        autoComplete="off"
        aria-describedby={`${id}-note`}
        onChange={({ target }) => setText(target.value)}
        onDragOver={(event) => event.preventDefault()}
        onDrop={(event) => {
          event.preventDefault()
          void read(event.dataTransfer.files[0])
        }}
      />
      <p id={`${id}-note`} className={styles.note}>
        {m.auction_proof_own_note()}
      </p>
      <label className={styles.file}>
        {m.auction_proof_own_file()}
        <input type="file" accept="application/json,.json" onChange={({ target }) => void read(target.files?.[0])} />
      </label>
      <p role="status" className={styles.match} data-none={digits.length >= 8 && !found && isWhole ? '' : undefined}>
        {found && (
          <>
            <Icon name="check" small />{' '}
            {m.auction_proof_own_found({ number: found.seq, amount: formatWon(found.price) })}
          </>
        )}
        {digits.length >= 8 &&
          !found &&
          (isWhole ? m.auction_proof_own_none() : isFailed ? '' : m.auction_proof_own_reading())}
      </p>
    </div>
  )
}
