import type { ReactNode, SyntheticEvent } from 'react'
import { localizePath } from '#content/site/localize-path.ts'
import { Breadcrumbs } from '#content/site/site-shell/layout/breadcrumbs.tsx'
import { m } from '#messages/messages.js'
import type { Order } from '#shop/orders/contract-records.ts'
import { TextLink } from '#ui/controls/text-link.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { type ReturnReason, returnReasons } from '../../returns/rules.ts'
import { orderPath } from '../layout/shop-paths.ts'
import { AccountFields, type emptyAccount } from '../parts/account-fields.tsx'
import fields from '../parts/form.module.css'
import page from '../parts/page.module.css'
import { PhotoUpload, type UploadedPhoto } from '../parts/picture-upload.tsx'
import { ClaimTerm } from './claim-term.tsx'
import { reasonLabels } from './reason-labels.ts'
import styles from './return-page.module.css'

interface UnavailableProps {
  title: string
  /** Last segment of the order's path. */
  name: string
  /** Reason; '' while loading. */
  why: string
}

/** Notice that a return or exchange is not possible, or not yet. */
export function ClaimUnavailable({ title, name, why }: UnavailableProps) {
  return (
    <div className={page.page}>
      <h1 className={page.title}>{title}</h1>
      {why === '' ? (
        <p role="status">{m.shop_loading()}</p>
      ) : (
        <div className={page.after}>
          <Notice title={why} act={<TextLink to={localizePath(orderPath(name))}>{m.shop_order_title()}</TextLink>} />
        </div>
      )}
    </div>
  )
}

interface FrameProps {
  order: Order
  /** Last segment of the order's path. */
  name: string
  /** Breadcrumb of the page. */
  crumb: string
  title: string
  /** Texts for the deadline without a reason and for the one for faults. */
  until: (day: { day: string }) => string
  faultUntil: (day: { day: string }) => string
  error: string
  onSubmit: (event: SyntheticEvent<HTMLFormElement>) => void
  /** Totals. */
  aside: ReactNode
  children: ReactNode
}

/** Page frame of a return or exchange request. */
export function ClaimFrame({ order, name, crumb, title, error, onSubmit, aside, children, ...terms }: FrameProps) {
  return (
    <form className={styles.page} noValidate onSubmit={onSubmit}>
      <Breadcrumbs
        crumbs={[
          { title: m.shop_title(), to: '/shop' },
          { title: order.number, to: orderPath(name) },
          { title: crumb },
        ]}
      />
      <div className={page.beside}>
        <div>
          <h1 className={page.title}>{title}</h1>
          <ClaimTerm order={order} until={terms.until} faultUntil={terms.faultUntil} />
          {children}
        </div>
        <div className={page.aside}>
          {error && (
            <p role="alert" className={page.error}>
              {error}
            </p>
          )}
          {aside}
        </div>
      </div>
    </form>
  )
}

interface ReasonProps {
  title: string
  order: Order
  reason: ReturnReason | undefined
  onReason: (reason: ReturnReason) => void
  text: string
  onText: (text: string) => void
  pictures: UploadedPhoto[]
  onPictures: (pictures: UploadedPhoto[]) => void
  /** Further content below the reasons. */
  children?: ReactNode
}

/** Choice of the reason, which decides who pays the parcels. */
export function ReasonPart({ title, order, reason, onReason, children, ...said }: ReasonProps) {
  return (
    <section className={styles.part} aria-labelledby="claim-reason">
      <h2 id="claim-reason">{title}</h2>
      <div className={fields.fields}>
        <div className={styles.reasons} role="radiogroup" aria-labelledby="claim-reason">
          {returnReasons.map((one) => (
            <label key={one} className={fields.tile}>
              <input type="radio" name="reason" checked={reason === one} onChange={() => onReason(one)} />
              <span>
                {reasonLabels[one][0]()}
                <small>{reasonLabels[one][1]()}</small>
              </span>
            </label>
          ))}
        </div>
        {children}
      </div>
      {reason && (
        <div className={styles.more}>
          <label className={fields.area}>
            {reason === 'fault' ? m.shop_return_fault_text() : m.shop_return_text()}
            <textarea
              rows={4}
              maxLength={2000}
              value={said.text}
              onChange={({ target }) => said.onText(target.value)}
            />
          </label>
          {/* Guests cannot upload photos. */}
          {reason === 'fault' && order.ticket === null && (
            <PhotoUpload pictures={said.pictures} max={6} onChange={said.onPictures} />
          )}
        </div>
      )}
    </section>
  )
}

interface AccountProps {
  value: typeof emptyAccount
  onChange: (value: typeof emptyAccount) => void
}

/** Account for the refund. */
export function AccountPart(props: AccountProps) {
  return (
    <section className={styles.part} aria-labelledby="claim-account">
      <h2 id="claim-account">{m.shop_refund_account()}</h2>
      <AccountFields {...props} />
    </section>
  )
}
