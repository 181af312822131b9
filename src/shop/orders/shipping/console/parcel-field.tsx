import { Autocomplete, Button, Group, Text, TextInput } from '@mantine/core'
import { modals } from '@mantine/modals'
import { useState } from 'react'
import { m } from '#messages/messages.js'
import { carrierNames, trackingPattern } from '../rules-carriers.ts'

export interface Parcel {
  carrier: string
  tracking: string
}

/** Opens a dialog for carrier and tracking number; returns null if cancelled. */
export const promptParcel = (text: string): Promise<Parcel | null> =>
  new Promise((resolve) => {
    const id = modals.open({
      title: m.orders_ship_title(),
      closeButtonProps: { 'aria-label': m.form_close() },
      onClose: () => resolve(null),
      children: (
        <ParcelForm
          text={text}
          done={(parcel) => {
            resolve(parcel)
            modals.close(id)
          }}
        />
      ),
    })
  })

function ParcelForm({ text, done }: { text: string; done: (parcel: Parcel | null) => void }) {
  const [carrier, setCarrier] = useState('')
  const [tracking, setTracking] = useState('')
  const [isAsking, setAsking] = useState(false)
  const isNumber = trackingPattern.test(tracking.trim())
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (carrier.trim() && isNumber) done({ carrier: carrier.trim(), tracking: tracking.trim() })
        else setAsking(true)
      }}
    >
      <Text size="sm">{text}</Text>
      <Autocomplete
        data-autofocus
        mt={12}
        label={m.orders_carrier()}
        description={m.orders_carrier_help()}
        data={[...carrierNames]}
        maxLength={40}
        value={carrier}
        error={isAsking && !carrier.trim() && m.orders_carrier_missing()}
        onChange={setCarrier}
      />
      <TextInput
        mt={12}
        label={m.orders_tracking()}
        maxLength={40}
        value={tracking}
        error={isAsking && !isNumber && m.orders_tracking_wrong()}
        onChange={({ currentTarget }) => setTracking(currentTarget.value)}
      />
      <Group mt={16} justify="flex-end">
        <Button variant="default" onClick={() => done(null)}>
          {m.form_go_back()}
        </Button>
        <Button type="submit">{m.orders_act_ship()}</Button>
      </Group>
    </form>
  )
}
