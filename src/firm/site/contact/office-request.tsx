import { useState } from 'react'
import type { Receipt } from '#firm/forms/submission/contract.ts'
import type { OfficePlace } from '#firm/offices/contract.ts'
import { OfficeDrawing } from '#firm/offices/public/office-drawing.tsx'
import { m } from '#messages/messages.js'
import { ButtonLink } from '#ui/controls/button.tsx'
import { SectionTitle } from '#ui/text/section.tsx'
import { ConsultRequest } from '../consult/consult-request.tsx'
import type { LoadedForm } from '../consult/load-request-form.ts'
import { bindUnits } from '../text/bind-units.ts'
import styles from './office-request.module.css'

/** Consultation form addressed to this office, beside a drawing of its building. */
export function OfficeRequest({ office, form }: { office: OfficePlace; form: LoadedForm }) {
  const [receipt, setReceipt] = useState<Receipt | null>(null)
  return (
    <section className={styles.request} data-ground="sand" data-no-popups="" aria-labelledby="request">
      <div className={styles.aside}>
        <div>
          <SectionTitle id="request" className={styles.title}>
            {m.people_office_consult({ office: office.title })}
          </SectionTitle>
          <p className={styles.lead}>{bindUnits(m.people_office_consult_lead())}</p>
          <ButtonLink to={`tel:${office.phone}`} look="outline" className={styles.call}>
            {office.phone}
          </ButtonLink>
        </div>
        <div className={styles.drawing}>
          <OfficeDrawing storeys={office.storeys} ownStorey={office.ownStorey} floor={office.floor} />
        </div>
      </div>
      <div className={styles.main}>
        <ConsultRequest
          form={form}
          presetAnswers={{ office: office.key }}
          heading="h3"
          receipt={receipt}
          onReceipt={setReceipt}
        />
      </div>
    </section>
  )
}
