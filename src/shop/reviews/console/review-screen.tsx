import { Button, Textarea } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useParams } from 'react-router'
import { recordKey } from '#console/kit/list/state/use-list.ts'
import { exceptRecord, useReload } from '#console/kit/list/state/use-reload.ts'
import { askReason } from '#console/kit/parts/dialogs/ask-reason.tsx'
import { showError, showSuccess } from '#console/kit/parts/dialogs/show-toast.tsx'
import { Icon } from '#console/kit/parts/icon.tsx'
import { pictureAddress } from '#console/kit/parts/media/thumbnail.tsx'
import { StateMark } from '#console/kit/parts/state-mark.tsx'
import { shortInstant } from '#console/kit/parts/time/seoul-time.ts'
import { Screen } from '#console/kit/screen/screen.tsx'
import { FailureNotice } from '#console/kit/screen/screen-notice.tsx'
import { useMayWrite } from '#console/kit/use-rights.ts'
import { m } from '#messages/messages.js'
import type { ConsoleReview } from '../contract.ts'
import { client, determineState, hide, resource, reviewName, show, stateLabels, stateMarks } from './resource.tsx'
import styles from './review-screen.module.css'

interface ReviewProps {
  review: ConsoleReview
  mayWrite: boolean
  /** Sends a change and shows the answer. */
  change: (work: Promise<{ review: ConsoleReview }>, said: string) => Promise<void>
}

function ReplyForm({ review, change }: Omit<ReviewProps, 'mayWrite'>) {
  const [reply, setReply] = useState(review.reply)
  const save = useMutation({
    mutationFn: (text: string) =>
      change(
        client.answer({ params: { id: review._id }, body: { reply: text } }),
        text ? m.reviews_said_replied() : m.reviews_said_taken_back(),
      ),
  })
  const written = reply.trim()
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (written && written !== review.reply) save.mutate(written)
      }}
    >
      <Textarea
        label={m.reviews_reply()}
        description={m.reviews_reply_help()}
        autosize
        minRows={3}
        maxRows={16}
        maxLength={2000}
        value={reply}
        onChange={({ currentTarget }) => setReply(currentTarget.value)}
      />
      <div className={styles.actions}>
        <Button type="submit" variant="filled" disabled={!written || written === review.reply} loading={save.isPending}>
          {review.reply ? m.reviews_act_change() : m.reviews_act_reply()}
        </Button>
        {review.reply && (
          <Button
            data-harm
            disabled={save.isPending}
            onClick={() => {
              setReply('')
              save.mutate('')
            }}
          >
            {m.reviews_act_take_back()}
          </Button>
        )}
      </div>
    </form>
  )
}

function ReviewDetails({ review, mayWrite, change }: ReviewProps) {
  const state = determineState(review)
  return (
    <article className={styles.review}>
      <p className={styles.line}>
        <StateMark mark={stateMarks[state]}>{stateLabels[state]()}</StateMark>
        <span>{m.reviews_rating_of({ rating: review.rating })}</span>
        <span>{[review.product.name, ...review.values].join(' · ')}</span>
        <span>{review.name}</span>
        <span>{shortInstant(review.createdAt)}</span>
        {review.order && <Link to={`/console/shop/orders/${review.order._id}`}>{review.order.number}</Link>}
      </p>
      {review.hidden && <p className={styles.hidden}>{m.reviews_hidden_for({ reason: review.hiddenReason })}</p>}
      <p className={styles.text}>{review.text}</p>
      {review.pictures.length > 0 && (
        <ul className={styles.pictures} aria-label={m.reviews_pictures()}>
          {review.pictures.map((picture, index) => (
            <li key={picture._id}>
              <a href={pictureAddress(picture, 1600)} target="_blank" rel="noopener">
                <img
                  src={pictureAddress(picture, 320)}
                  alt={m.reviews_picture({ number: index + 1 })}
                  width={160}
                  height={160}
                  loading="lazy"
                  decoding="async"
                />
              </a>
            </li>
          ))}
        </ul>
      )}
      {mayWrite ? (
        <ReplyForm key={review.reply} review={review} change={change} />
      ) : (
        review.reply && (
          <>
            <p className={styles.line}>
              {m.reviews_reply()} {review.repliedAt && shortInstant(review.repliedAt)}
            </p>
            <p className={styles.text}>{review.reply}</p>
          </>
        )
      )}
    </article>
  )
}

/** Review with its pictures; staff reply, hide it for a reason, or show it again. */
export default function ReviewScreen() {
  const { id = '' } = useParams()
  const queries = useQueryClient()
  const reload = useReload(resource.path)
  const mayWrite = useMayWrite(resource.access)
  const { data, error, refetch } = useQuery({
    queryKey: recordKey(resource.path, id),
    queryFn: ({ signal }) => client.get({ params: { id } }, { signal }),
    refetchOnWindowFocus: false,
  })
  const change: ReviewProps['change'] = async (work, successText) => {
    try {
      queries.setQueryData(recordKey(resource.path, id), await work)
      showSuccess(successText)
      void reload(exceptRecord)
    } catch (refused) {
      showError(refused)
    }
  }
  const review = data?.review
  const askAndHide = async (shown: ConsoleReview) => {
    const reason = await askReason({
      title: m.reviews_hide_title(),
      text: reviewName(shown),
      label: m.reviews_act_hide(),
      harm: true,
    })
    if (reason !== null) await change(hide(shown._id, reason), m.reviews_said_hidden({ count: 1 }))
  }
  return (
    <Screen
      title={review ? reviewName(review) : m.reviews_title()}
      before={
        <Button component={Link} to="/console/shop/reviews" variant="subtle" leftSection={<Icon name="back" />}>
          {m.reviews_title()}
        </Button>
      }
      actions={
        mayWrite &&
        review &&
        (review.hidden ? (
          <Button
            leftSection={<Icon name="eye" />}
            onClick={() => void change(show(review._id), m.reviews_said_shown({ count: 1 }))}
          >
            {m.reviews_act_show()}
          </Button>
        ) : (
          <Button data-harm leftSection={<Icon name="eyeOff" />} onClick={() => void askAndHide(review)}>
            {m.reviews_act_hide()}
          </Button>
        ))
      }
    >
      {error && !data && <FailureNotice error={error} onRetry={refetch} />}
      {review && <ReviewDetails review={review} mayWrite={mayWrite} change={change} />}
    </Screen>
  )
}
