import { useCallback, useState } from 'react'
import { Link, useNavigate, useParams } from 'react-router'
import { m } from '#messages/messages.js'
import { LoadState } from '#people/account/forms/load-state.tsx'
import { Notice } from '#people/account/forms/notice.tsx'
import parts from '#people/account/forms/parts.module.css'
import { useLoaded } from '#people/account/forms/use-loaded.ts'
import { currentLocalePath } from '#people/account/layout/account-page-frame.tsx'
import { AccountForm } from '#people/account/me/account-form.tsx'
import { errorMessage } from '#session/error-message.ts'
import { clientOf } from '#session/session.ts'
import { type OwnProduct, products } from '../contract.ts'
import { blankDraft, findWrongNumbers, toDraft, toProductInput } from './product-draft.ts'
import { ProductFields } from './product-fields.tsx'
import { ProductPictures } from './product-pictures.tsx'

const client = clientOf(products)

/** Form of one own product, existing or new. */
export default function MyProduct() {
  const { id = '' } = useParams()
  const load = useCallback(async () => (id === 'new' ? null : (await client.get({ params: { id } })).product), [id])
  const { value, error, set, reload } = useLoaded(load)
  return (
    <>
      <p className={parts.meta}>
        <Link className={parts.link} to={currentLocalePath('/me/products')}>
          {m.products_me()}
        </Link>
      </p>
      <h1 className={parts.title}>{value ? value.name.ko : m.products_add()}</h1>
      {value === undefined && <LoadState error={error} reload={reload} />}
      {value !== undefined && <ProductEditor key={id} product={value} changed={set} />}
    </>
  )
}

function ProductEditor({ product, changed }: { product: OwnProduct | null; changed: (product: OwnProduct) => void }) {
  const navigate = useNavigate()
  const [saved, setSaved] = useState(() => (product ? toDraft(product) : blankDraft()))
  const [draft, setDraft] = useState(saved)
  const [fault, setFault] = useState<string>()
  const isChanged = JSON.stringify(draft) !== JSON.stringify(saved)

  const save = async () => {
    const body = toProductInput(draft)
    const answer = product
      ? await client.update({ params: { id: product._id }, body: { ...body, updatedAt: product.updatedAt } })
      : await client.create({ body })
    const stored = toDraft(answer.product)
    setSaved(stored)
    setDraft(stored)
    changed(answer.product)
    if (!product)
      window.history.replaceState(window.history.state, '', currentLocalePath(`/me/products/${answer.product._id}`))
  }
  const remove = async () => {
    if (!product || !window.confirm(m.products_remove_ask({ name: draft.name.ko }))) return
    try {
      await client.remove({ params: { id: product._id } })
      setSaved(draft)
      await navigate(currentLocalePath('/me/products'))
    } catch (error) {
      setFault(errorMessage(error))
    }
  }
  return (
    <>
      <AccountForm
        isChanged={isChanged}
        missing={() => ({
          ...(!draft.name.ko.trim() && { 'name.ko': m.field_required(), name: m.field_required() }),
          ...Object.fromEntries(findWrongNumbers(draft).map((name) => [name, m.products_whole_number()])),
        })}
        save={save}
        renew={async () => {
          if (product) changed((await client.get({ params: { id: product._id } })).product)
        }}
      >
        {(faults) => (
          <>
            <ProductFields draft={draft} change={setDraft} faults={faults} />
            <ProductPictures
              pictures={draft.pictures}
              fault={faults.pictures}
              change={(pictures) => setDraft({ ...draft, pictures })}
            />
          </>
        )}
      </AccountForm>
      {product && (
        <p>
          <button type="button" className={`${parts.link} ${parts.plain}`} onClick={() => void remove()}>
            {m.products_remove()}
          </button>
        </p>
      )}
      <div role="alert">{fault && <Notice wrong>{fault}</Notice>}</div>
    </>
  )
}
