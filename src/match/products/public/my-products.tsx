import { Link } from 'react-router'
import { textIn } from '#kit/i18n.ts'
import { readAllPages } from '#kit/read-all-pages.ts'
import { m } from '#messages/messages.js'
import { getLocale } from '#messages/runtime.js'
import { LoadState } from '#people/account/forms/load-state.tsx'
import parts from '#people/account/forms/parts.module.css'
import { useLoaded } from '#people/account/forms/use-loaded.ts'
import { currentLocalePath } from '#people/account/layout/account-page-frame.tsx'
import { clientOf } from '#session/session.ts'
import { ButtonLink } from '#ui/controls/button.tsx'
import { Picture } from '#ui/media/picture.tsx'
import { products } from '../contract.ts'
import { certificateLabels } from './product-labels.ts'
import styles from './products.module.css'

const client = clientOf(products)
const load = () => readAllPages('products', (query) => client.list({ query }))

/** List of the company's own products, as shown in fairs. */
export default function MyProducts() {
  const { value, error, reload } = useLoaded(load)
  return (
    <>
      <div className={styles.head}>
        <h1 className={parts.title}>{m.products_me()}</h1>
        <ButtonLink low to={currentLocalePath('/me/products/new')}>
          {m.products_add()}
        </ButtonLink>
      </div>
      {!value && <LoadState error={error} reload={reload} />}
      {value && value.products.length === 0 && (
        <section className={parts.part}>
          <p>{m.products_none()}</p>
        </section>
      )}
      {value && value.products.length > 0 && (
        <section className={parts.part}>
          <ul className={parts.rows}>
            {value.products.map(({ _id, name, pictures: [picture], year, certificate, visible }) => (
              <li key={_id} className={parts.row}>
                <span className={styles.thumb}>{picture && <Picture picture={picture} sizes="64px" alt="" />}</span>
                <span className={parts.rowText}>
                  <Link className={parts.link} to={currentLocalePath(`/me/products/${_id}`)}>
                    {textIn(getLocale(), name)}
                  </Link>
                  <br />
                  <span className={parts.meta}>
                    {certificateLabels[certificate]()} {year}
                  </span>
                </span>
                {!visible && <span className={parts.meta}>{m.products_hidden()}</span>}
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}
