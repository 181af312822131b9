import { useEffect, useState } from 'react'
import { formatBusinessNumber } from '#kit/text/business-number.ts'
import { m } from '#messages/messages.js'
import { type Company, companies } from '#people/companies/contract.ts'
import type { Uploaded } from '#people/users/contract.ts'
import { clientOf } from '#session/session.ts'
import { TextField } from '#ui/controls/text-field.tsx'
import { LoadState } from '../../forms/load-state.tsx'
import parts from '../../forms/parts.module.css'
import { UploadField } from '../../forms/upload-field.tsx'
import { useLoaded } from '../../forms/use-loaded.ts'
import { AccountForm } from '../account-form.tsx'
import { CompanyProfiles } from './company-profiles.tsx'

const client = clientOf(companies)
const load = async (): Promise<Company> => {
  const { company } = await client.company()
  // Only companies have this page in the menu.
  if (!company) throw new Error(m.error_not_found())
  return company
}

const companyFacts = [
  { name: 'name', label: m.join_company_name, max: 100 },
  { name: 'ceo', label: m.join_ceo, max: 60 },
  { name: 'category', label: m.join_category, max: 60 },
  { name: 'address', label: m.join_address, max: 200 },
] as const
type Fact = (typeof companyFacts)[number]['name']

const files = [
  { name: 'businessRegistration', label: m.join_registration, hint: m.join_registration_hint, removable: false },
  { name: 'logo', label: m.join_logo, hint: m.join_picture_hint, removable: true },
  { name: 'photo', label: m.me_company_photo, hint: m.join_picture_hint, removable: true },
] as const
type FileName = (typeof files)[number]['name']

const pickFacts = ({ name, ceo, category, address }: Company): Record<Fact, string> => ({
  name,
  ceo,
  category,
  address,
})

/** Company page: details are saved by the save button, profiles as soon as they are uploaded. */
export default function CompanyPage() {
  const { value: company, error, set, reload } = useLoaded(load)
  if (error) return <LoadState error={error} reload={reload} />
  return (
    <>
      <h1 className={parts.title}>{m.me_company()}</h1>
      {company ? <CompanyForm company={company} onSaved={set} /> : <LoadState error={error} reload={reload} />}
      {company && <CompanyProfiles />}
    </>
  )
}

function CompanyForm({ company, onSaved }: { company: Company; onSaved: (company: Company) => void }) {
  const [values, setValues] = useState(() => pickFacts(company))
  const [uploads, setUploads] = useState<Partial<Record<FileName, Uploaded | null>>>({})
  const changed = companyFacts.filter(({ name }) => values[name] !== company[name])
  useEffect(() => setValues(pickFacts(company)), [company])

  const save = async () => {
    const { businessRegistration, ...others } = uploads
    const answer = await client.updateCompany({
      body: {
        ...Object.fromEntries(changed.map(({ name }) => [name, values[name]])),
        ...(businessRegistration && { businessRegistration: businessRegistration.ticket }),
        ...Object.fromEntries(Object.entries(others).map(([name, file]) => [name, file?.ticket ?? null])),
        updatedAt: company.updatedAt,
      },
    })
    setUploads({})
    onSaved(answer.company)
  }

  return (
    <AccountForm
      isChanged={changed.length > 0 || Object.keys(uploads).length > 0}
      missing={() =>
        Object.fromEntries(
          companyFacts.filter(({ name }) => !values[name].trim()).map(({ name }) => [name, m.field_required()]),
        )
      }
      save={save}
      renew={async () => onSaved(await load())}
    >
      {(fieldErrors) => (
        <>
          <p className={parts.meta}>
            {m.join_business_number()} <strong>{formatBusinessNumber(company.businessNumber)}</strong>
          </p>
          {companyFacts.map(({ name, label, max }) => (
            <TextField
              key={name}
              label={label()}
              name={name}
              maxLength={max}
              value={values[name]}
              error={fieldErrors[name]}
              onChange={(event) => setValues({ ...values, [name]: event.target.value })}
            />
          ))}
          {files.map(({ name, label, hint, removable }) => (
            <UploadField
              key={name}
              field={name}
              label={label()}
              hint={hint()}
              file={uploads[name] === undefined ? company[name] : uploads[name]}
              error={fieldErrors[name]}
              onUploaded={(file) => setUploads({ ...uploads, [name]: file })}
              onRemove={removable ? () => setUploads({ ...uploads, [name]: null }) : undefined}
            />
          ))}
        </>
      )}
    </AccountForm>
  )
}
