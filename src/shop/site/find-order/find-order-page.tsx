import { type MetaFunction, useNavigate } from 'react-router'
import { localizePath } from '#content/site/localize-path.ts'
import { m } from '#messages/messages.js'
import { createPrivatePageMeta } from '../layout/page-head.ts'
import { orderPath } from '../layout/shop-paths.ts'
import page from '../parts/page.module.css'
import { FindForm } from './find-order-form.tsx'

export const meta: MetaFunction = () => createPrivatePageMeta(m.shop_find_order())

/** Page on which guests find an order. */
export default function FindOrderPage() {
  const navigate = useNavigate()
  return (
    <div className={page.page}>
      <h1 className={page.title}>{m.shop_find_order()}</h1>
      <p className={page.lead}>{m.shop_find_lead()}</p>
      <div className={page.beside}>
        <div>
          <FindForm onFound={({ number }) => void navigate(localizePath(orderPath(number)))} />
        </div>
      </div>
    </div>
  )
}
