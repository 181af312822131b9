import { type SyntheticEvent, useState } from 'react'
import { useNavigate } from 'react-router'
import { CallRefused } from '#kit/client.ts'
import { findBusinessNumberError, formatBusinessNumber, stripBusinessNumber } from '#kit/text/business-number.ts'
import { m } from '#messages/messages.js'
import { getLocale } from '#messages/runtime.js'
import { joining } from '#people/joining/contract.ts'
import { logIn } from '#session/log-in.ts'
import { clientOf } from '#session/session.ts'
import { Button } from '#ui/controls/button.tsx'
import { TextField } from '#ui/controls/text-field.tsx'
import { minLength, NewPasswordField } from '../forms/new-password-field.tsx'
import { Notice } from '../forms/notice.tsx'
import parts from '../forms/parts.module.css'
import { UploadField } from '../forms/upload-field.tsx'
import { useFormErrors } from '../forms/use-form-errors.ts'
import { currentLocalePath } from '../layout/account-page-frame.tsx'
import { useDraft } from './join-draft.ts'
import { StepActs, StepGate, StepHead } from './join-step.tsx'

const client = clientOf(joining)

const companyFields = [
  { name: 'companyName', label: m.join_company_name, autoComplete: 'organization', max: 100 },
  { name: 'ceo', label: m.join_ceo, autoComplete: 'off', max: 60 },
  { name: 'category', label: m.join_category, autoComplete: 'off', max: 60 },
  { name: 'address', label: m.join_address, autoComplete: 'street-address', max: 200 },
] as const

/** Maps an error path of the API to a form field. */
const toFieldName = (path: string): string =>
  ({ 'company.name': 'companyName' })[path] ?? path.replace(/^company\./, '')

const getBusinessNumberMessage = (businessNumber: string): string | undefined => {
  const fault = findBusinessNumberError(businessNumber)
  if (!fault) return undefined
  return fault === 'length' ? m.join_business_length() : m.join_business_check()
}

/** Last step: name, username, password and, for a company, its details. */
function Details() {
  const { draft, change } = useDraft()
  const navigate = useNavigate()
  const { form, fieldErrors, showErrors, refuse } = useFormErrors()
  const [password, setPassword] = useState('')
  const [busy, setBusy] = useState(false)
  const isCompany = draft.kind === 'COMPANY'
  /** Verified name, not typed: the server takes it from the proof. */
  const verified = draft.proof?.name
  const getValue = (name: string) => (name === 'name' && verified) || (draft.fields[name] ?? '')
  const setField = (name: string, text: string) => {
    change({ fields: { ...draft.fields, [name]: text } })
    if (fieldErrors[name]) showErrors({ ...fieldErrors, [name]: undefined })
  }
  const bindField = (name: string) => ({
    name,
    value: getValue(name),
    error: fieldErrors[name],
    onChange: (event: { target: { value: string } }) => setField(name, event.target.value),
  })

  const validateFields = () => {
    const findMissingError = (name: string) => (getValue(name).trim() ? undefined : m.field_required())
    const newErrors = {
      name: findMissingError('name'),
      username: findMissingError('username'),
      password: [...password].length < minLength ? m.account_password_hint({ count: minLength }) : undefined,
      ...(isCompany && {
        ...Object.fromEntries(companyFields.map(({ name }) => [name, findMissingError(name)])),
        businessNumber: getBusinessNumberMessage(getValue('businessNumber')),
        businessRegistration: draft.files.businessRegistration ? undefined : m.join_registration_missing(),
      }),
    }
    showErrors(newErrors)
    return Object.values(newErrors).every((error) => error === undefined)
  }

  const submit = async (event: SyntheticEvent) => {
    event.preventDefault()
    if (!validateFields()) return
    setBusy(true)
    const username = getValue('username').trim().toLowerCase()
    try {
      const { businessRegistration, logo, photo } = draft.files
      await client.join({
        body: {
          kind: isCompany ? 'COMPANY' : 'PERSON',
          username,
          password,
          name: getValue('name'),
          locale: getLocale(),
          proof: draft.proof?.token ?? '',
          over14: draft.over14,
          consents: {
            terms: Object.entries(draft.terms).map(([code, version]) => ({ code, version })),
            channels: draft.channels,
          },
          ...(!isCompany && photo && { photo: photo.ticket }),
          ...(isCompany && {
            company: {
              name: getValue('companyName'),
              ceo: getValue('ceo'),
              businessNumber: getValue('businessNumber'),
              category: getValue('category'),
              address: getValue('address'),
              businessRegistration: businessRegistration?.ticket ?? '',
              ...(logo && { logo: logo.ticket }),
            },
          }),
        },
      })
    } catch (error) {
      setBusy(false)
      const fields = error instanceof CallRefused ? error.refusal.fields : undefined
      if (!fields) return refuse(error)
      return showErrors(Object.fromEntries(Object.entries(fields).map(([path, text]) => [toFieldName(path), text])))
    }
    // The account exists even if this log-in fails; the account page would ask for the password.
    await logIn(username, password).catch(() => undefined)
    void navigate(currentLocalePath('/join/done'), { replace: true })
  }

  const formError =
    fieldErrors.proof ?? fieldErrors.consents ?? fieldErrors.over14 ?? fieldErrors.company ?? fieldErrors.form
  return (
    <form ref={form} onSubmit={submit} noValidate>
      <StepHead title={isCompany ? m.join_company_title() : m.join_details_title()} step={4} />
      <div role="alert">{formError && <Notice wrong>{formError}</Notice>}</div>
      <div className={parts.fields}>
        {isCompany && (
          <>
            {companyFields.map(({ name, label, autoComplete, max }) => (
              <TextField key={name} {...bindField(name)} label={label()} autoComplete={autoComplete} maxLength={max} />
            ))}
            <TextField
              {...bindField('businessNumber')}
              label={m.join_business_number()}
              inputMode="numeric"
              autoComplete="off"
              maxLength={14}
              hint={m.join_business_hint()}
              confirmed={!getBusinessNumberMessage(getValue('businessNumber'))}
              error={
                fieldErrors.businessNumber ??
                (stripBusinessNumber(getValue('businessNumber')).length === 10
                  ? getBusinessNumberMessage(getValue('businessNumber'))
                  : undefined)
              }
              onChange={(event) => {
                const digits = stripBusinessNumber(event.target.value)
                setField(
                  'businessNumber',
                  /^\d{0,10}$/.test(digits) ? formatBusinessNumber(digits) : event.target.value,
                )
              }}
            />
            <UploadField
              field="businessRegistration"
              label={m.join_registration()}
              hint={m.join_registration_hint()}
              file={draft.files.businessRegistration ?? null}
              error={fieldErrors.businessRegistration}
              onUploaded={(file) => change({ files: { ...draft.files, businessRegistration: file } })}
            />
            <UploadField
              field="logo"
              label={m.join_logo()}
              hint={m.join_picture_hint()}
              file={draft.files.logo ?? null}
              error={fieldErrors.logo}
              onUploaded={(file) => change({ files: { ...draft.files, logo: file } })}
              onRemove={() => change({ files: { ...draft.files, logo: undefined } as never })}
            />
          </>
        )}
        <TextField
          {...bindField('name')}
          label={isCompany ? m.join_contact_person() : m.join_name()}
          readOnly={verified !== undefined}
          hint={verified === undefined ? undefined : m.join_name_verified()}
          autoComplete="name"
          maxLength={60}
        />
        <TextField
          {...bindField('username')}
          label={m.login_username()}
          hint={m.join_username_hint()}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={30}
        />
        <NewPasswordField
          label={m.login_password()}
          name="password"
          autoComplete="new-password"
          value={password}
          error={fieldErrors.password}
          onChange={(event) => setPassword(event.target.value)}
        />
      </div>
      <StepActs>
        <Button look="outline" onClick={() => void navigate(currentLocalePath('/join/code'))}>
          {m.join_back()}
        </Button>
        <Button type="submit" busy={busy}>
          {m.join_submit()}
        </Button>
      </StepActs>
      <p className={parts.meta}>{m.join_kept()}</p>
    </form>
  )
}

export default function JoinDetails() {
  return (
    <StepGate path="/join/details">
      <Details />
    </StepGate>
  )
}
