import { useEffect, useState } from 'react'
import { formatLongDate } from '#content/site/site-shell/format-dates.ts'
import { useLoggedIn } from '#content/site/use-logged-in.ts'
import { newKey } from '#kit/client.ts'
import { languageTag } from '#kit/locale.ts'
import { m } from '#messages/messages.js'
import { getLocale } from '#messages/runtime.js'
import { refusalMessage } from '#session/error-message.ts'
import { Button, ButtonLink } from '#ui/controls/button.tsx'
import { Icon } from '#ui/controls/icon.tsx'
import { TextLink } from '#ui/controls/text-link.tsx'
import { foreignLang } from '#ui/format/language-attributes.ts'
import { isLotClosed } from '../../works/rules.ts'
import { SheetDialog } from '../bidding/sheet/sheet-dialog.tsx'
import { useLiveLots } from '../live/use-live-lots.ts'
import { localizePath, loginPath, workPath } from '../paths.ts'
import styles from './lot-actions.module.css'
import { formatWorkName, type WorkView } from './work-view.ts'

type Open = 'condition' | 'ask' | null

/** Actions beside the bidding: condition report, end-of-lot notice and question. */
export function LotActions({ work }: { work: WorkView }) {
  const [open, setOpen] = useState<Open>(null)
  // A closed lot offers no notice.
  const isOver = isLotClosed(useLiveLots(work.program._id).lots.get(work._id)?.state)
  return (
    <>
      <ul className={styles.actions}>
        {work.hasCondition && (
          <li>
            <button type="button" onClick={() => setOpen('condition')}>
              {m.auction_condition()}
              <Icon name="arrow-right" small />
            </button>
          </li>
        )}
        {!isOver && <NoticeButton work={work} />}
        <li>
          <button type="button" onClick={() => setOpen('ask')}>
            {m.auction_ask()}
            <Icon name="arrow-right" small />
          </button>
        </li>
      </ul>
      {open === 'condition' && <Condition work={work} onClose={() => setOpen(null)} />}
      {open === 'ask' && <QuestionDialog work={work} onClose={() => setOpen(null)} />}
    </>
  )
}

interface Report {
  text: string
  lang: 'ko' | 'en' | 'cn'
  updatedAt: string
}

function Condition({ work, onClose }: { work: WorkView; onClose: () => void }) {
  const [report, setReport] = useState<Report>()
  const [isFailed, setFailed] = useState(false)
  useEffect(() => {
    fetch(`/api/v1/auction/works/${work._id}/condition`, { headers: { 'accept-language': languageTag[getLocale()] } })
      .then(async (response) => {
        if (!response.ok) throw new Error(String(response.status))
        setReport(((await response.json()) as { condition: Report }).condition)
      })
      .catch(() => setFailed(true))
  }, [work._id])
  return (
    <SheetDialog title={m.auction_condition_title()} onClose={onClose}>
      <p className={styles.name}>{formatWorkName(work)}</p>
      {!report && !isFailed && <p role="status">{m.me_loading()}</p>}
      {isFailed && <p role="alert">{m.auction_condition_failed()}</p>}
      {report && (
        <>
          <p className={styles.text} lang={foreignLang(report.lang)}>
            {report.text}
          </p>
          <p className={styles.quiet}>{m.auction_condition_at({ date: formatLongDate(report.updatedAt) })}</p>
        </>
      )}
    </SheetDialog>
  )
}

/** Subscribes to a notice before the lot ends, by mail and on the screen. */
function NoticeButton({ work }: { work: WorkView }) {
  const isMember = useLoggedIn()
  const [isOn, setOn] = useState<boolean>()
  const [error, setError] = useState('')
  useEffect(() => {
    if (!isMember) return
    import('../bidding/member-requests.ts')
      .then(({ readNotice }) => readNotice(work._id))
      .then(setOn)
      .catch(() => undefined)
  }, [isMember, work._id])
  const toggleMark = async () => {
    if (!isMember) return window.location.assign(loginPath(localizePath(workPath(work._id))))
    setError('')
    try {
      const { setNotice } = await import('../bidding/member-requests.ts')
      setOn(await setNotice(work._id, !isOn))
    } catch (failed) {
      setError(refusalMessage(failed))
    }
  }
  return (
    <li>
      <button type="button" aria-pressed={isMember ? (isOn ?? false) : undefined} onClick={() => void toggleMark()}>
        {m.auction_notice()}
        <span className={styles.quiet}>{isOn ? m.auction_notice_on() : m.auction_notice_when()}</span>
      </button>
      {error && (
        <p role="alert" className={styles.error}>
          {error}
        </p>
      )}
    </li>
  )
}

function QuestionDialog({ work, onClose }: { work: WorkView; onClose: () => void }) {
  const isMember = useLoggedIn()
  const [text, setText] = useState('')
  const [key] = useState(newKey)
  const [state, setState] = useState<'writing' | 'sending' | 'sent'>('writing')
  const [error, setError] = useState('')
  const send = async () => {
    setState('sending')
    setError('')
    try {
      const { sendQuestion } = await import('../bidding/member-requests.ts')
      await sendQuestion(work._id, text, key)
      setState('sent')
    } catch (failed) {
      setError(refusalMessage(failed))
      setState('writing')
    }
  }
  return (
    <SheetDialog title={m.auction_ask()} onClose={onClose}>
      <p className={styles.name}>{formatWorkName(work)}</p>
      {!isMember && (
        <>
          <p className={styles.text}>{m.auction_ask_login()}</p>
          <ButtonLink to={loginPath(localizePath(workPath(work._id)))} reloadDocument>
            {m.auction_login()}
          </ButtonLink>
        </>
      )}
      {isMember && state === 'sent' && (
        <div role="status">
          <p className={styles.text}>{m.auction_ask_sent()}</p>
          <TextLink to={localizePath('/center/questions')} reloadDocument>
            {m.auction_ask_read()}
          </TextLink>
        </div>
      )}
      {isMember && state !== 'sent' && (
        <form
          onSubmit={(event) => {
            event.preventDefault()
            if (text.trim()) void send()
          }}
        >
          <label className={styles.field}>
            {m.auction_ask_text()}
            <textarea
              value={text}
              rows={6}
              maxLength={2000}
              required
              onChange={({ target }) => setText(target.value)}
            />
          </label>
          {error && (
            <p role="alert" className={styles.error}>
              {error}
            </p>
          )}
          <Button type="submit" busy={state === 'sending'}>
            {m.auction_ask_send()}
          </Button>
        </form>
      )}
    </SheetDialog>
  )
}
